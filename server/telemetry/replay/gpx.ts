import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { e7, type RecordedFlight, RecordingFault } from "./recordedFlight.ts";

const text = z.optional(z.string());
const point = z.object({ lat: z.string(), lon: z.string(), time: z.string(), ele: text, speed: text });
const recording = z.object({
  gpx: z.object({ trk: z.array(z.object({ trkseg: z.array(z.object({ trkpt: z.array(point) })) })) }),
});
const lists = new Set(["trk", "trkseg", "trkpt"]);

/**
 * Reads a flight out of a GPX 1.1 track. Its `ele` is a height over the sea, close to but not the height over the
 * ellipsoid, and over neither take-off nor ground: it is given as hEll, and the others stay unknown.
 */
export function parseGpx(source: string): RecordedFlight {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => lists.has(name),
  });
  const parsed = recording.safeParse(parser.parse(source));
  if (!parsed.success) throw new RecordingFault("This is not a GPX track with times");
  const points = parsed.data.gpx.trk.flatMap((track) => track.trkseg.flatMap((segment) => segment.trkpt));
  return points.map((one, seq) => ({
    seq,
    tSrc: Date.parse(one.time),
    lat: e7(Number(one.lat)),
    lon: e7(Number(one.lon)),
    hEll: one.ele === undefined ? null : Number(one.ele),
    vH: one.speed === undefined ? null : Number(one.speed),
  }));
}
