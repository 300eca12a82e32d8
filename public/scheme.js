// Runs before the first paint, so that a dark console never flashes white. A file of its own: the CSP allows no inline script.
document.documentElement.setAttribute(
  "data-mantine-color-scheme",
  /(?:^|; )dark=1/.test(document.cookie) ? "dark" : "light",
);
