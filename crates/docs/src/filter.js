// Adds a filter above the contents. Without scripts, the page is complete.
(() => {
  const nav = document.querySelector("nav");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Filter";
  input.setAttribute("aria-label", "Filter items");
  nav.prepend(input);

  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const matches = (node) => {
      const text = node.textContent.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    // Hides the items without the words; returns whether the section has others.
    const keepsItems = (section, isWhole) => {
      const items = [...section.querySelectorAll("tbody > tr, .entry")];
      items.forEach((item) => { item.hidden = !isWhole && !matches(item); });
      return items.length > 0 ? items.some((item) => !item.hidden) : matches(section);
    };
    for (const section of document.querySelectorAll("main > section")) {
      const isWhole = matches(section.firstElementChild);
      section.hidden = !keepsItems(section, isWhole) && !isWhole;
    }
    for (const link of nav.querySelectorAll("a")) {
      const href = link.getAttribute("href");
      const target = href.startsWith("#") && document.getElementById(href.slice(1));
      link.parentElement.hidden = target ? target.closest("section").hidden : !matches(link);
    }
  };
  input.addEventListener("input", filter);
})();
