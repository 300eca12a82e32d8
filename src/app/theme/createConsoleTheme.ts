import { createTheme, DEFAULT_THEME, type MantineThemeOverride } from "@mantine/core";
import type { Size } from "../../../adapters/contract/constants.ts";
import { createShades, filledShadeIndex, inkColor, withFilledShade } from "./createShades.ts";

/** Height of inputs and buttons and their text size, CSS px, by the size selected in the top bar. */
export const controlSizes: Readonly<Record<Size, { height: number; text: number }>> = {
  default: { height: 40, text: 14 },
  medium: { height: 36, text: 14 },
  small: { height: 32, text: 13 },
  mini: { height: 28, text: 12 },
};

const fonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", system-ui, sans-serif';

/** Creates the Mantine theme from one colour and one size; contrast decides the text colour on filled controls. */
export function createConsoleTheme(color: string, size: Size): MantineThemeOverride {
  const { teal, cyan } = DEFAULT_THEME.colors;
  const { height, text } = controlSizes[size];
  return createTheme({
    colors: { primary: createShades(color), teal: withFilledShade(teal), cyan: withFilledShade(cyan) },
    black: inkColor,
    primaryColor: "primary",
    primaryShade: filledShadeIndex,
    autoContrast: true,
    // White text reaches 4.5:1 up to this luminance; lighter backgrounds get dark text.
    luminanceThreshold: 0.1833,
    fontFamily: fonts,
    fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Consolas, "Noto Sans Mono CJK SC", monospace',
    headings: { fontFamily: fonts, fontWeight: "600" },
    defaultRadius: "sm",
    cursorType: "pointer",
    respectReducedMotion: true,
    fontSizes: { xs: "12px", sm: `${text}px`, md: `${text}px`, lg: "16px", xl: "18px" },
    other: { controlHeight: height },
    components: {
      // Overlays render into a separate landmark (index.html), for screen readers.
      Portal: { defaultProps: { target: "#overlays" } },
      // An aria-label is valid only on an element with a role.
      Loader: { defaultProps: { role: "status" } },
      // Closed dropdowns are not mounted, which saves layout.
      Combobox: { defaultProps: { keepMounted: false } },
      // ARIA forbids the focusable placeholder inside a menu; the first item takes the focus instead.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    },
  });
}
