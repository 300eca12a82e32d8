import { createLoader } from "../../loading/createLoader.ts";

/** The console's code, and with it that of the page which the address names: both are shown in one go. */
export const consoleLoader = createLoader(async () => {
  const {
    default: Console,
    bringPage: preloadPage,
    openStored: preopenFromStorage,
  } = await import("../shell/Console.tsx");
  await bringPage(window.location.pathname);
  return Object.assign(Console, { openStored });
});
