/** Theme and its Chinese labels. */
const labelsOf = { vec: "cva", img: "cia", ter: "cta" } as const;
const ownHost = "https://t{0-7}.tianditu.gov.cn";

/** Addresses of Tianditu's web-mercator tiles (CGCS2000, no shift; levels begin at 1), the theme and its labels. */
export function tiandituUrls(theme: keyof typeof labelsOf, key: string, host = ownHost): string[] {
  return [theme, labelsOf[theme]].map(
    (layer) =>
      `${host}/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
      `&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`,
  );
}
