import * as z from "zod/mini";
import { flightPhase, positionFix } from "../../../adapters/contract/flight.ts";
import type { SourceSample } from "../fleet/appendSample.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";
import { parseXml } from "./parseXml.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

// By another name: the linter takes `z.catch` for the one of a promise.
const { catch: withFallback } = z;

const optionalText = z.optional(z.string());
/** NaN for what is no number: such a value is unknown, and the others of its point count. */
const optionalNumber = withFallback(
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((text): number | undefined => readNumber(text)),
    ),
  ),
  undefined,
);
/** Undefined for a word that is not known. */
const optionalWord = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withFallback(z.optional(schema), undefined);
/** Garmin's and this platform's own extensions; others are ignored. */
const extensions = z.object({
  "gpxtpx:TrackPointExtension": z.optional(
    withFallback(z.object({ "gpxtpx:speed": optionalNumber, "gpxtpx:course": optionalNumber }), {}),
  ),
  "ac:hEll": optionalNumber,
  "ac:hRel": optionalNumber,
  "ac:hAgl": optionalNumber,
  "ac:climb": optionalNumber,
  "ac:battery": optionalNumber,
  "ac:phase": optionalWord(flightPhase.schema),
  "ac:fix": optionalWord(positionFix.schema),
});
const trackPoint = z.object({
  lat: z.string(),
  lon: z.string(),
  time: optionalText,
  ele: optionalText,
  geoidheight: optionalText,
  speed: optionalText,
  sat: optionalText,
  extensions: z.optional(withFallback(extensions, {})),
});
type TrackPoint = z.infer<typeof trackPoint>;
// A segment without points is an empty text.
const segment = z.union([z.object({ trkpt: z.array(trackPoint) }), z.string().check(z.regex(/^\s*$/))]);
const gpxSchema = z.object({
  gpx: z.object({ trk: z.array(z.object({ trkseg: z.optional(z.array(segment)) })) }),
});
const arrayTags = new Set(["trk", "trkseg", "trkpt"]);

/** Points further apart than this do not show the speed in between. */
const maxLegMs = 10_000;
/** Beyond it a leg is a jump of the receiver. */
const maxLegSpeed = 40;

/**
 * Parses GPX 1.1 tracks, each a flight. `ele` is a height above sea level: with the point's `geoidheight` it gives the
 * height above the ellipsoid, which stays unknown without. Its difference to the first point of its track, where the
 * recording of a flight starts, is the height above take-off. A phase, and the other heights, are in this platform's
 * own extension only.
 */
export function parseGpx(source: string): RecordedFlight {
  const parsed = gpxSchema.safeParse(parseXml(source, (name) => arrayTags.has(name)));
  if (!parsed.success) throw new RecordingError("This is not a GPX track");
  const samples: SourceSample[] = [];
  const starts: number[] = [];
  let points = 0;
  let hasTimes = false;
  for (const { trkseg = [] } of parsed.data.gpx.trk) {
    const start = samples.length;
    const trackPoints = trkseg.flatMap((part) => (typeof part === "string" ? [] : part.trkpt));
    const startElevation =
      trackPoints.map(({ ele }) => toNumber(ele)).find((elevation) => elevation !== null) ?? null;
    for (const point of trackPoints) {
      points += 1;
      hasTimes ||= Number.isFinite(Date.parse(point.time ?? ""));
      const previous = samples.length > start ? samples.at(-1) : undefined;
      const sample = toSample(point, samples.length, { previous, startElevation });
      if (sample) samples.push(sample);
    }
    if (start > 0 && samples.length > start) starts.push(start);
  }
  if (samples.length === 0)
    throw new RecordingError("This GPX track has no points with a place and a time", {
      // A planned route, or one that was drawn by hand.
      fault: points > 0 && !hasTimes ? "timeless" : "empty",
    });
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, messages: [], photos: [], skipped: points - samples.length, ...furtherFlights };
}

/** Null for a point without a place or time; (0,0) is what a receiver without a fix writes. */
function toSample(
  point: TrackPoint,
  seq: number,
  {
    previous,
    startElevation,
  }: { readonly previous: SourceSample | undefined; readonly startElevation: number | null },
): SourceSample | null {
  const [lat, lon] = [toE7(Number(point.lat)), toE7(Number(point.lon))];
  const tSrc = Date.parse(point.time ?? "");
  if (!Number.isFinite(tSrc) || !Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  if (lat === 0 && lon === 0) return null;
  const own = point.extensions ?? {};
  const garmin = own["gpxtpx:TrackPointExtension"];
  // This platform's own export has the heights that it knows.
  const isOwnExport = Object.keys(own).some((name) => name.startsWith("ac:"));
  const [elevation, geoidHeight] = [toNumber(point.ele), toNumber(point.geoidheight)];
  const aboveStart = elevation === null || startElevation === null ? null : elevation - startElevation;
  return {
    seq,
    tSrc,
    lat,
    lon,
    hEll: own["ac:hEll"] ?? (elevation === null || geoidHeight === null ? null : elevation + geoidHeight),
    hRel: own["ac:hRel"] ?? (isOwnExport ? null : aboveStart),
    hAgl: own["ac:hAgl"],
    vH: garmin?.["gpxtpx:speed"] ?? toNumber(point.speed) ?? computeSpeed(previous, { lat, lon, tSrc }),
    vV: own["ac:climb"],
    heading: garmin?.["gpxtpx:course"],
    batPct: own["ac:battery"],
    phase: own["ac:phase"],
    fix: own["ac:fix"],
    sats: toNumber(point.sat) ?? undefined,
  };
}

/** Undefined for an empty element. */
function readNumber(text: unknown): number | undefined {
  if (typeof text !== "string") return text === undefined ? undefined : Number.NaN;
  return text.trim() === "" ? undefined : Number(text);
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
