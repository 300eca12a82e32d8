import { gzipSync } from "node:zlib";
import GeojsonVt from "geojson-vt";
import { zxyToTileId } from "pmtiles";
import vtpbf from "vt-pbf";

/** Last zoom with tiles of the whole world; above it only the region has tiles. */
const worldZoom = 5;

/**
 * Cuts layers into gzipped vector tiles.
 * @returns `{ id, bytes }` in ascending order of PMTiles id, without empty tiles
 */
export function createTiles(layers, maxZoom, region) {
  const indexes = Object.entries(layers).map(([name, data]) => [
    name,
    new GeojsonVt(data, { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0, tolerance: 3, buffer: 64 }),
  ]);
  const cut = [];
  for (let z = 0; z <= maxZoom; z++) {
    const [west, north, east, south] =
      z <= worldZoom ? [0, 0, 2 ** z - 1, 2 ** z - 1] : getTileRange(region, z);
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const bytes = encodeTile(indexes, z, x, y);
        if (bytes) cut.push({ id: zxyToTileId(z, x, y), bytes });
      }
    }
  }
  return cut.sort((a, b) => a.id - b.id);
}

function encodeTile(indexes, z, x, y) {
  const drawn = {};
  for (const [name, index] of indexes) {
    const features = (index.getTile(z, x, y)?.features ?? []).filter(
      ({ tags }) => tags.minz <= z && z <= tags.maxz,
    );
    if (features.length > 0) drawn[name] = { features: features.map(stripZooms) };
  }
  if (Object.keys(drawn).length === 0) return null;
  return gzipSync(vtpbf.fromGeojsonVt(drawn, { version: 2 }), { level: 9 });
}

function stripZooms(feature) {
  const { minz: _min, maxz: _max, ...tags } = feature.tags;
  return { ...feature, tags };
}

function getTileRange([west, south, east, north], z) {
  const column = (lng) => Math.floor(((lng + 180) / 360) * 2 ** z);
  const row = (lat) => {
    const sine = Math.sin((lat * Math.PI) / 180);
    return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z);
  };
  return [column(west), row(north), column(east), row(south)];
}
