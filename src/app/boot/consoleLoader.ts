import { createLoader } from "../../loading/createLoader.ts";

/** The console's code, and with it that of the page which the address names: both are shown in one go. */
export const consoleLoader = createLoader(async () => {
  const { default: Console, preloadPage, preopenFromStorage } = await import("../shell/Console.tsx");
  await preloadPage(window.location.pathname);
  return Object.assign(Console, { preopenFromStorage });
});
