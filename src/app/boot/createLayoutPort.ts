import { sizes } from "../../../adapters/contract/constants.ts";
import type { Cookies } from "../../../adapters/http/cookies.ts";
import type { LayoutPort, LayoutSettings } from "../../../machines/layout.machine.ts";

const flagNames = ["dark", "tagsView", "fixedHeader", "sidebarLogo"] as const;

/** The layout kept in cookies: `sidebarStatus` 1/0, `size`, `theme`, and a flag 1/0 per setting. */
export function createLayoutPort(ports: {
  readonly cookies: Cookies;
  readonly getWidth: () => number;
  readonly toast: LayoutPort["toast"];
}): LayoutPort {
  const { cookies, getWidth, toast } = ports;
  return {
    getWidth,
    toast,
    restore() {
      const size = cookies.read("size");
      const theme = cookies.read("theme");
      const settings: Partial<Record<keyof LayoutSettings, string | boolean>> = {};
      if (theme !== null && /^#[0-9a-f]{6}$/i.test(theme)) settings.theme = theme;
      for (const flag of flagNames) {
        const value = cookies.read(flag);
        if (value === "1" || value === "0") settings[flag] = value === "1";
      }
      return {
        sidebarOpened: cookies.read("sidebarStatus") !== "0",
        size: sizes.find((candidate) => candidate === size) ?? null,
        // Each name got a value of its own type above; the loop hides that from the compiler.
        settings: settings as Partial<LayoutSettings>,
      };
    },
    storeSidebar: (opened) => cookies.write("sidebarStatus", opened ? "1" : "0"),
    storeSize: (size) => cookies.write("size", size),
    storeSettings(settings) {
      cookies.write("theme", settings.theme);
      for (const flag of flagNames) cookies.write(flag, settings[flag] ? "1" : "0");
    },
  };
}
