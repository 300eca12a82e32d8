// Runs before the first paint, so that a dark console never flashes white. A file of its own: the CSP allows no inline script.
(() => {
  const saved = /(?:^|; )colorScheme=(light|dark)/.exec(document.cookie);
  document.documentElement.setAttribute("data-mantine-color-scheme", saved ? saved[1] : "light");
})();
