import { componentCode } from "../../console/componentCode.ts";

/** The console's code, and with it that of the page which the address names: both are shown in one go. */
export const consoleCode = componentCode(async () => {
  const { default: Console, bringPage, openStored } = await import("../shell/Console.tsx");
  await bringPage(window.location.pathname);
  return Object.assign(Console, { openStored });
});
