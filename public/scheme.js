document.documentElement.dataset.mantineColorScheme = +(
  /(?:^|; )dark=(.)/.exec(document.cookie)?.[1] ?? matchMedia("(prefers-color-scheme: dark)").matches
)
  ? "dark"
  : "light";
