/**
 * The specification's constants. Times in milliseconds, lengths in CSS pixels.
 * Machines define their own delays, with the row number beside each. Tests use literals and never import this file.
 */
export const idleGraceMs = 3_000;
export const requestTimeoutMs = 5_000;
export const proxyMessageMs = 5_000;
export const sidebarWidthPx = 210;
export const tagMenuWidthPx = 105;
export const menuBackground = "#304156";
export const menuTextColor = "#bfcbd9";
export const defaultThemeColor = "#409EFF";
export const sizes = ["default", "medium", "small", "mini"] as const;
export type Size = (typeof sizes)[number];
export const defaultSize: Size = "medium";
export const systemTitle = "后台管理";
export const mapZoom = { min: 4, max: 17 } as const;
/** Longitude, latitude. */
export const mapCentre = [105.46, 39.92] as const;
export const clusterRadiusPx = 80;
/** From this zoom on, drones are never clustered. */
export const minUnclusteredZoom = 11;
