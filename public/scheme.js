document.documentElement.dataset.mantineColorScheme = +(
  /(?:^|; )dark=(.)/.exec(document.cookie)?.[1] ?? matchMedia("(prefers-color-scheme: dark)").matches
)
  ? "dark"
  : "light";

/** @type {KeyboardEvent[]} Pressed before the console's code is there. */
const earlyKeys = (window.earlyKeys = []);
addEventListener("keydown", (event) => {
  if (event.target !== document.body || window.earlyKeys !== earlyKeys) return;
  earlyKeys.push(event);
  if (event.key === "k" && event.ctrlKey) event.preventDefault();
});
