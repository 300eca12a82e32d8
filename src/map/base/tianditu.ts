/** Theme and its Chinese labels. */
const labelLayers = { vec: "cva", img: "cia", ter: "cta" } as const;
const defaultHost = "https://t{0-7}.tianditu.gov.cn";

/** Addresses of Tianditu's web-mercator tiles (CGCS2000, no shift; levels begin at 1), the theme and its labels. */
export function createTiandituUrls(
  theme: keyof typeof labelLayers,
  key: string,
  host = defaultHost,
): string[] {
  return [theme, labelLayers[theme]].map(
    (layer) =>
      `${host}/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
      `&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`,
  );
}
