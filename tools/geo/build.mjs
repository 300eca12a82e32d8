import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createLayers, maxZoom } from "./build/createLayers.mjs";
import { createTiles } from "./build/createTiles.mjs";
import { encodePmtiles } from "./build/encodePmtiles.mjs";
import { attribution, renderReadme } from "./build/readme.mjs";
import { region } from "./build/world.mjs";

const folder = new URL("../../public/map/", import.meta.url);
await mkdir(folder, { recursive: true });

const layers = await createLayers();
const bytes = encodePmtiles(createTiles(layers, maxZoom, region), {
  maxZoom,
  bounds: [-180, -85, 180, 85],
  centre: [105.46, 39.92, 4],
  metadata: {
    name: "aerial-console base map",
    attribution,
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: maxZoom })),
  },
});
await writeFile(new URL("china.pmtiles", folder), bytes);

const lock = JSON.parse(await readFile(new URL("package-lock.json", import.meta.url), "utf8"));
const sha256 = createHash("sha256").update(bytes).digest("hex");
await writeFile(new URL("README.md", folder), renderReadme({ lock, sha256, size: bytes.length }));
process.stdout.write(`china.pmtiles ${bytes.length} bytes, sha256 ${sha256}\n`);
