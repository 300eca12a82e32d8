import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { archive } from "./build/archive.mjs";
import { layers, maxZoom } from "./build/layers.mjs";
import { attribution, readme } from "./build/readme.mjs";
import { tiles } from "./build/tiles.mjs";
import { region } from "./build/world.mjs";

const folder = new URL("../../public/map/", import.meta.url);
await mkdir(folder, { recursive: true });

const made = await layers();
const bytes = archive(tiles(made, maxZoom, region), {
  maxZoom,
  bounds: [-180, -85, 180, 85],
  centre: [105.46, 39.92, 4],
  metadata: {
    name: "aerial-console base map",
    attribution,
    vector_layers: Object.keys(made).map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: maxZoom })),
  },
});
await writeFile(new URL("china.pmtiles", folder), bytes);

const lock = JSON.parse(await readFile(new URL("package-lock.json", import.meta.url), "utf8"));
const sha256 = createHash("sha256").update(bytes).digest("hex");
await writeFile(new URL("README.md", folder), readme({ lock, sha256, size: bytes.length }));
process.stdout.write(`china.pmtiles ${bytes.length} bytes, sha256 ${sha256}\n`);
