import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import type { SourceSample } from "../fleet/appendSample.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

const optionalText = z.optional(z.string());
const trackPoint = z.object({
  lat: z.string(),
  lon: z.string(),
  time: optionalText,
  ele: optionalText,
  geoidheight: optionalText,
  speed: optionalText,
});
type TrackPoint = z.infer<typeof trackPoint>;
// A segment without points is an empty text.
const segment = z.union([z.object({ trkpt: z.array(trackPoint) }), z.literal("")]);
const gpxSchema = z.object({ gpx: z.object({ trk: z.array(z.object({ trkseg: z.array(segment) })) }) });
const arrayTags = new Set(["trk", "trkseg", "trkpt"]);

/** Points further apart than this say nothing of the speed in between. */
const maxLegMs = 10_000;
/** Beyond it a leg is a jump of the receiver. */
const maxLegSpeed = 40;

/**
 * Parses a GPX 1.1 track. Its `ele` is a height above sea level, which is used as the approximate ellipsoid height
 * `hEll` where there is no `geoidheight`; the other heights stay unknown. GPX tells no phase.
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
  if (!parsed.success) throw new RecordingError("This is not a GPX track");
  const points = parsed.data.gpx.trk
    .flatMap((track) => track.trkseg)
    .flatMap((part) => (part === "" ? [] : part.trkpt));
  const samples: SourceSample[] = [];
  for (const point of points) {
    const sample = toSample(point, samples.length, samples.at(-1));
    if (sample) samples.push(sample);
  }
  if (samples.length === 0) throw new RecordingError("This GPX track has no points with a place and a time");
  return { samples, messages: [], photos: [], skipped: points.length - samples.length };
}

/** Null for a point without a place or time; (0,0) is what a receiver without a fix writes. */
function toSample(point: TrackPoint, seq: number, previous: SourceSample | undefined): SourceSample | null {
  const [lat, lon] = [toE7(Number(point.lat)), toE7(Number(point.lon))];
  const tSrc = Date.parse(point.time ?? "");
  if (!Number.isFinite(tSrc) || !Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  if (lat === 0 && lon === 0) return null;
  const elevation = toNumber(point.ele);
  return {
    seq,
    tSrc,
    lat,
    lon,
    hEll: elevation === null ? null : elevation + (toNumber(point.geoidheight) ?? 0),
    vH: toNumber(point.speed) ?? computeSpeed(previous, { lat, lon, tSrc }),
  };
}

function toNumber(text: string | undefined): number | null {
  const value = Number(text === "" ? undefined : text);
  return Number.isFinite(value) ? value : null;
}

/** Speed over ground since the previous point, which most recorders leave out; null where it is not known. */
function computeSpeed(
  previous: SourceSample | undefined,
  { lat, lon, tSrc }: { readonly lat: number; readonly lon: number; readonly tSrc: number },
): number | null {
  const duration = tSrc - (previous?.tSrc ?? Number.NaN);
  if (!(duration > 0 && duration <= maxLegMs)) return null;
  const speed = haversineDistance(previous?.lat ?? 0, previous?.lon ?? 0, lat, lon) / (duration / 1_000);
  return speed <= maxLegSpeed ? speed : null;
}
