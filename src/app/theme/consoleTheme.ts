import { createTheme, type MantineThemeOverride } from "@mantine/core";
import type { Size } from "../../../adapters/contract/constants.ts";
import { ownShade, shadesOf } from "./shades.ts";

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
export function consoleTheme(color: string, size: Size): MantineThemeOverride {
  return createTheme({
    colors: { primary: shadesOf(color) },
    primaryColor: "primary",
    primaryShade: ownShade,
    autoContrast: true,
    // Where white and black contrast equally: 1.05 / (L + 0.05) = (L + 0.05) / 0.05.
    luminanceThreshold: 0.179,
    fontFamily: fonts,
    fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Consolas, "Noto Sans Mono CJK SC", monospace',
    headings: { fontFamily: fonts, fontWeight: "600" },
    defaultRadius: "sm",
    cursorType: "pointer",
    respectReducedMotion: true,
    fontSizes: { sm: `${controlSizes[size].text}px` },
    other: { controlHeight: controlSizes[size].height },
  });
}
