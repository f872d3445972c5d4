// Highlights HCL, which the highlighter of mdBook does not know.
if (window.hljs) {
  hljs.registerLanguage('hcl', (hljs) => ({
    keywords: { keyword: 'for in if dynamic', literal: 'true false null' },
    contains: [
      hljs.HASH_COMMENT_MODE,
      hljs.C_LINE_COMMENT_MODE,
      hljs.C_BLOCK_COMMENT_MODE,
      hljs.NUMBER_MODE,
      { className: 'attr', begin: /^\s*[\w-]+(?=\s*=[^=])/m },
      {
        className: 'string',
        begin: /"/,
        end: /"/,
        contains: [hljs.BACKSLASH_ESCAPE, { className: 'subst', begin: /[$%]\{/, end: /\}/ }],
      },
      { className: 'string', begin: /<<-?([\w-]+)\n[\s\S]*?\n\s*\1/ },
    ],
  }));
  for (const code of document.querySelectorAll('code.hcl')) {
    code.className = 'language-hcl';
    hljs.highlightBlock(code);
  }
}
