import * as z from "zod/mini";
import { flightPhase, positionFix } from "../../../adapters/contract/flight.ts";
import type { SourceSample } from "../fleet/appendSample.ts";
import { parseXml } from "./parseXml.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

// By another name: the linter takes `z.catch` for the one of a promise.
const { catch: withFallback } = z;

const valueArray = z.object({ name: z.string(), "gx:value": z.array(z.string()) });
const trackSchema = z.object({
  when: z.array(z.string()),
  "gx:coord": z.array(z.string()),
  ExtendedData: z.optional(
    withFallback(z.object({ SchemaData: z.object({ "gx:SimpleArrayData": z.array(valueArray) }) }), {
      SchemaData: { "gx:SimpleArrayData": [] },
    }),
  ),
});
type Track = z.infer<typeof trackSchema>;

const arrayTags = new Set([
  "Document",
  "Folder",
  "Placemark",
  "gx:Track",
  "when",
  "gx:coord",
  "gx:SimpleArrayData",
  "gx:value",
]);

/**
 * Parses the tracks of a KML file (`gx:Track`); each placemark is a flight. Heights come from this platform's own
 * arrays only: those of the places may be over anything.
 */
export function parseKml(source: string): RecordedFlight {
  const root = parseXml(source, (name) => arrayTags.has(name));
  const placemarks = collect(root, "Placemark");
  const samples: SourceSample[] = [];
  const starts: number[] = [];
  let places = 0;
  for (const placemark of placemarks) {
    const start = samples.length;
    for (const found of collect(placemark, "gx:Track")) {
      const track = trackSchema.safeParse(found);
      if (!track.success) throw new RecordingError("A track of this KML file lacks its times or places");
      places += track.data["gx:coord"].length;
      addSamples(samples, track.data);
    }
    if (start > 0 && samples.length > start) starts.push(start);
  }
  if (places === 0) throw new RecordingError("This is not a KML track");
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, messages: [], photos: [], skipped: places - samples.length, ...furtherFlights };
}

/** All elements of a name below a node, outermost only. */
function collect(node: unknown, name: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => collect(one, name));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => {
    if (key !== name) return collect(child, name);
    return [child].flat();
  });
}

function addSamples(samples: SourceSample[], track: Track): void {
  const arrays = new Map(
    track.ExtendedData?.SchemaData["gx:SimpleArrayData"].map((array) => [array.name, array["gx:value"]]),
  );
  for (const [index, coord] of track["gx:coord"].entries()) {
    const [lon = Number.NaN, lat = Number.NaN] = coord.trim().split(/\s+/).map(Number);
    const tSrc = Date.parse(track.when[index] ?? "");
    if (!Number.isFinite(tSrc) || !Number.isFinite(lat) || !Number.isFinite(lon)) continue;
    const getText = (name: string) => arrays.get(name)?.[index] ?? "";
    const getNumber = (name: string) => (getText(name) === "" ? null : Number(getText(name)));
    samples.push({
      seq: samples.length,
      tSrc,
      lat: toE7(lat),
      lon: toE7(lon),
      hEll: getNumber("hEll"),
      hRel: getNumber("hRel"),
      hAgl: getNumber("hAgl"),
      vH: getNumber("speed"),
      vV: getNumber("climb"),
      heading: getNumber("heading"),
      batPct: getNumber("battery"),
      phase: flightPhase.schema.safeParse(getText("phase")).data,
      fix: positionFix.schema.safeParse(getText("fix")).data,
      sats: getNumber("sats"),
    });
  }
}
