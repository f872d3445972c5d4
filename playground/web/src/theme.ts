// The choice between the colours of the system, light and dark ones.

const THEMES = ["auto", "light", "dark"] as const;
const KEY = "hcldyn-theme";

/** Makes a button the switch. */
export function themes(button: HTMLButtonElement): void {
  let theme = THEMES.find((it) => it === stored()) ?? "auto";
  const show = () => {
    document.documentElement.dataset["theme"] = theme;
    button.textContent = `Colours: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    store(theme);
    show();
  });
  show();
}

/** Returns the stored theme. Some browsers forbid pages to store anything. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It lasts until the page is closed.
  }
}
