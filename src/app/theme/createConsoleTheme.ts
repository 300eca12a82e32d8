import { createTheme, DEFAULT_THEME, type MantineThemeOverride } from "@mantine/core";
import type { Size } from "../../../adapters/contract/constants.ts";
import { createShades, filledShadeIndex, inkColor, withFilledShade } from "./createShades.ts";

/** Heights of inputs and buttons in CSS pixels, and their text, by the size chosen in the top bar. */
export const controlSizes: Readonly<Record<Size, { height: number; text: number }>> = {
  default: { height: 40, text: 14 },
  medium: { height: 36, text: 14 },
  small: { height: 32, text: 13 },
  mini: { height: 28, text: 12 },
};

const fonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", system-ui, sans-serif';

/** The whole theme from one colour and one size; text on a filled control is chosen by contrast. */
export function createConsoleTheme(color: string, size: Size): MantineThemeOverride {
  const { teal, cyan } = DEFAULT_THEME.colors;
  const { height, text } = controlSizes[size];
  return createTheme({
    colors: { primary: createShades(color), teal: withFilledShade(teal), cyan: withFilledShade(cyan) },
    black: inkColor,
    primaryColor: "primary",
    primaryShade: filledShadeIndex,
    autoContrast: true,
    // White reaches 4.5:1 up to here; what is lighter carries the ink.
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
      // What opens over the page stands in a landmark of its own (index.html), as screen readers want it.
      Portal: { defaultProps: { target: "#overlays" } },
      // Only an element with a role may carry the words by which its loader is told.
      Loader: { defaultProps: { role: "status" } },
      // Choices that are not shown are not laid out either.
      Combobox: { defaultProps: { keepMounted: false } },
      // The placeholder is a focusable child that a menu may not have; the first item takes the focus instead.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    },
  });
}
