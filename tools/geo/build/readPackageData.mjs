import { readFile } from "node:fs/promises";
import { feature } from "topojson-client";

const modules = new URL("../node_modules/", import.meta.url);

/** Reads a JSON file of an installed package. */
export async function readJson(path) {
  return JSON.parse(await readFile(new URL(path, modules), "utf8"));
}

/** Reads an object of a TopoJSON file as a feature collection. */
export async function readTopo(path, object) {
  const topology = await readJson(path);
  const read = feature(topology, topology.objects[object]);
  return read.type === "FeatureCollection" ? read : toFeatureCollection([read]);
}

export const toFeatureCollection = (features) => ({ type: "FeatureCollection", features });

export const toPointFeature = (coordinates, properties) => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates },
});
