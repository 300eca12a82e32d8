import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

const optionalText = z.optional(z.string());
const trackPoint = z.object({
  lat: z.string(),
  lon: z.string(),
  time: z.string(),
  ele: optionalText,
  speed: optionalText,
});
const gpxSchema = z.object({
  gpx: z.object({ trk: z.array(z.object({ trkseg: z.array(z.object({ trkpt: z.array(trackPoint) })) })) }),
});
const arrayTags = new Set(["trk", "trkseg", "trkpt"]);

/**
 * Parses a GPX 1.1 track. Its `ele` is a height above sea level, which is used as the approximate ellipsoid height
 * `hEll`; the other heights stay unknown.
 */
export function parseGpx(source: string): RecordedFlight {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => arrayTags.has(name),
  });
  const parsed = gpxSchema.safeParse(parser.parse(source));
  if (!parsed.success) throw new RecordingError("This is not a GPX track with times");
  const points = parsed.data.gpx.trk.flatMap((track) => track.trkseg.flatMap((segment) => segment.trkpt));
  return points.map((point, seq) => ({
    seq,
    tSrc: Date.parse(point.time),
    lat: toE7(Number(point.lat)),
    lon: toE7(Number(point.lon)),
    hEll: point.ele === undefined ? null : Number(point.ele),
    vH: point.speed === undefined ? null : Number(point.speed),
  }));
}
