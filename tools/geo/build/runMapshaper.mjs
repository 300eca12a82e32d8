import mapshaper from "mapshaper";

/**
 * Runs mapshaper on feature collections in memory.
 * @param inputs file name to feature collection
 * @returns all output files, parsed, by name
 */
export async function runMapshaper(commands, inputs) {
  const files = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const outputs = await mapshaper.applyCommands(commands, files);
  return Object.fromEntries(
    Object.entries(outputs).map(([name, bytes]) => {
      const parsed = JSON.parse(bytes.toString());
      if (parsed.type === "FeatureCollection") return [name, parsed];
      const geometries = parsed.type === "GeometryCollection" ? parsed.geometries : [parsed];
      const features = geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry }));
      return [name, { type: "FeatureCollection", features }];
    }),
  );
}
