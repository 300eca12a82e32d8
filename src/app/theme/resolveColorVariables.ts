import type { CSSVariablesResolver } from "@mantine/core";
import { menuBackground, menuTextColor, sidebarWidthPx } from "../../../adapters/contract/constants.ts";
import { toReadable } from "./createShades.ts";

const white = "#ffffff";
const darkBackground = "#242424";
const darkCard = "#2e2e2e";

/**
 * Mantine's default colours for dimmed, error, outline and light texts miss a contrast of 4.5:1. Text uses of each
 * colour get the nearest shade that reaches it; filled controls keep the colour.
 */
export const resolveColorVariables: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = {
    "--mantine-color-text": "#1f2733",
    "--mantine-color-body": white,
    "--mantine-color-dimmed": "#5b6472",
    "--mantine-color-placeholder": "#6d7683",
    "--mantine-color-error": "#c92a2a",
    "--console-ground": "#f2f4f7",
    "--console-surface": white,
    "--console-line": "#e3e7ed",
  };
  const dark: Record<string, string> = {
    "--mantine-color-text": "#d5d8dd",
    "--mantine-color-dimmed": "#a9afb8",
    "--mantine-color-placeholder": "#8f959e",
    "--mantine-color-error": "#ff8787",
    "--console-ground": "#1a1b1e",
    "--console-surface": darkBackground,
    "--console-line": "#3a3d42",
  };
  for (const [name, shades] of Object.entries(theme.colors)) {
    const variable = `--mantine-color-${name}`;
    const primaryShade = shades[8];
    light[`${variable}-light`] = shades[0];
    light[`${variable}-light-hover`] = shades[1];
    light[`${variable}-light-color`] = toReadable(shades[9], shades[1]);
    light[`${variable}-outline`] = light[`${variable}-text`] = toReadable(primaryShade, "#f2f4f7");
    dark[`${variable}-outline`] = dark[`${variable}-text`] = toReadable(shades[5], darkCard);
  }
  light["--mantine-color-anchor"] = light["--mantine-color-primary-text"] ?? "";
  dark["--mantine-color-anchor"] = dark["--mantine-color-primary-text"] ?? "";
  const variables = {
    "--control-height": `${theme.other["controlHeight"]}px`,
    "--console-menu-ground": menuBackground,
    "--console-menu-text": menuTextColor,
    "--console-sidebar-width": `${sidebarWidthPx}px`,
    // The open group's background is #1f2d3d in both colour schemes.
    "--console-menu-active": toReadable(theme.colors["primary"]?.[8] ?? white, "#1f2d3d"),
  };
  return { variables, light, dark };
};
