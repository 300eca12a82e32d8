import { flightPhase, positionFix } from "../../../../adapters/contract/flight.ts";
import { parseDecimal } from "../../../../adapters/contract/parseDecimal.ts";
import { findChild, findChildren, findElements, type XmlElement } from "../../../files/readXml.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import { haversineDistance } from "../../fleet/haversineDistance.ts";
import { createLeftOutNotes, describeEmpty, type LeftOutNotes } from "./leftOutNotes.ts";
import { describeOddTime, parseInstant } from "./parseInstant.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";
import { findUnitFactor } from "./unitFactors.ts";

/** Points further apart than this do not show the speed in between. */
const maxLegMs = 10_000;
/** Beyond it a leg is a jump of the receiver. */
const maxLegSpeed = 40;

/**
 * Parses GPX 1.1 tracks, each a flight. `ele` is a height above sea level: with the point's `geoidheight` it gives the
 * height above the ellipsoid, which stays unknown without. Its difference to the first point of its track, where the
 * recording of a flight starts, is the height above take-off. A phase, and the other heights, are in this platform's
 * own extension only. Times are UTC.
 */
export function parseGpx(gpx: XmlElement): RecordedFlight {
  const notes = createLeftOutNotes();
  const samples: SourceSample[] = [];
  const lines: number[] = [];
  const starts: number[] = [];
  let hasTimes = false;
  for (const track of findChildren(gpx, "trk")) {
    const start = samples.length;
    const points = findElements(track, ({ name }) => name === "trkpt");
    noteEmpty(track, points.length, notes);
    const startElevation = points.map((point) => readNumber(findChild(point, "ele"))).find(isFinite) ?? null;
    for (const point of points) {
      hasTimes ||= Number.isFinite(readTime(point));
      const previous = samples.length > start ? samples.at(-1) : undefined;
      const sample = toSample(point, samples.length, { previous, startElevation, notes });
      if (!sample) continue;
      samples.push(sample);
      lines.push(point.line);
    }
    if (start > 0 && samples.length > start) starts.push(start);
  }
  const others = findElements(gpx, ({ name }) => name === "rtept" || name === "wpt");
  for (const { line } of others) notes.note("notTrack", line);
  const outside = findElements(gpx, ({ name }) => name === "trk" || name === "trkpt");
  for (const { name, line } of outside) if (name === "trkpt") notes.note("notTrack", line);
  if (samples.length === 0) throw describeNothing(gpx, notes, { hasTimes, others: others.length });
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, lines, messages: [], photos: [], leftOut: notes, ...furtherFlights };
}

/** A planned route, or a track that was drawn by hand, has no times. */
function describeNothing(
  gpx: XmlElement,
  notes: LeftOutNotes,
  { hasTimes, others }: { readonly hasTimes: boolean; readonly others: number },
): RecordingError {
  const { counts } = notes;
  if (others > 0 && (counts.noTime ?? 0) === 0)
    return new RecordingError("This GPX file has routes or waypoints only", {
      fault: "timeless",
      told: "文件中只有航路或航点，没有航迹；请导出航迹（trk）后再导入",
    });
  const isTimeless = (counts.noTime ?? 0) > 0 && !hasTimes;
  const points = findElements(gpx, ({ name }) => name === "trkpt");
  return new RecordingError("This GPX track has no points with a place and a time", {
    fault: isTimeless ? "timeless" : "empty",
    told: isTimeless
      ? describeOddTime(points.flatMap((point) => findChildren(point, "time")))
      : describeEmpty(notes),
  });
}

function noteEmpty(track: XmlElement, points: number, { note }: LeftOutNotes): void {
  if (points === 0) return note("emptyTrack", track.line);
  for (const segment of findChildren(track, "trkseg"))
    if (findChild(segment, "trkpt") === null) note("emptyTrack", segment.line);
}

const isFinite = (value: number | undefined): value is number => Number.isFinite(value);
const readTime = (point: XmlElement) => parseInstant(findChild(point, "time")?.text ?? "", "Z");

interface PointContext {
  readonly previous: SourceSample | undefined;
  readonly startElevation: number | null;
  readonly notes: LeftOutNotes;
}

/** Null for a point without a place or time; (0,0) is what a receiver without a fix writes. */
function toSample(
  point: XmlElement,
  seq: number,
  { previous, startElevation, notes }: PointContext,
): SourceSample | null {
  const { line, attributes } = point;
  const degrees = ["lat", "lon"].map((name) => parseDecimal(attributes.get(name) ?? ""));
  const [lat = Number.NaN, lon = Number.NaN] = degrees.map(toE7);
  const tSrc = readTime(point);
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) notes.note("noPosition", line);
  else if (lat === 0 && lon === 0) notes.note("nullIsland", line);
  else if (!Number.isFinite(tSrc)) notes.note("noTime", line);
  else {
    noteRepeated(point, notes);
    return {
      seq,
      tSrc,
      lat,
      lon,
      ...readHeights(point, startElevation),
      vH: readSpeed(point, notes) ?? computeSpeed(previous, { lat, lon, tSrc }),
      ...readOwn(point),
      heading: readGarmin(point, "course") ?? readNumber(findChild(point, "course")),
      sats: finite(readNumber(findChild(point, "sat"))) ?? undefined,
    };
  }
  return null;
}

const finite = (value: number | undefined): number | null => (isFinite(value) ? value : null);

/** Of a value that a point has twice the first counts. */
function noteRepeated({ children }: XmlElement, { note }: LeftOutNotes): void {
  for (const [n, { name, line }] of children.entries())
    if (name !== "link" && children.findIndex((child) => child.name === name) < n) note("repeated", line);
}

function readHeights(point: XmlElement, startElevation: number | null): Partial<SourceSample> {
  const elevation = readNumber(findChild(point, "ele")) ?? null;
  const geoidHeight = readNumber(findChild(point, "geoidheight")) ?? null;
  // This platform's own export has the heights that it knows.
  const hasOwn = ownValues(point).length > 0;
  return {
    hEll: elevation === null || geoidHeight === null ? null : elevation + geoidHeight,
    hRel: hasOwn || elevation === null ? null : elevation - (startElevation ?? Number.NaN),
  };
}

/** The values of this platform's own extension. */
const ownValues = (point: XmlElement) =>
  findChild(point, "extensions")?.children.filter(({ prefix }) => prefix === "ac") ?? [];

function readOwn(point: XmlElement): Partial<SourceSample> {
  const own = ownValues(point);
  if (own.length === 0) return {};
  const find = (name: string) => own.find((value) => value.name === name) ?? null;
  const hEll = readNumber(find("hEll"));
  return {
    ...(hEll === undefined ? {} : { hEll }),
    hRel: readNumber(find("hRel")) ?? null,
    hAgl: readNumber(find("hAgl")),
    vV: readNumber(find("climb")),
    batPct: readNumber(find("battery")),
    phase: flightPhase.schema.safeParse(find("phase")?.text).data,
    fix: positionFix.schema.safeParse(find("fix")?.text).data,
  };
}

/** A value of Garmin's extension. */
function readGarmin(point: XmlElement, name: string): number | undefined {
  const extension = findChild(findChild(point, "extensions"), "TrackPointExtension");
  return readNumber(findChild(extension, name));
}

/** In m/s, unless it names another unit. */
function readSpeed(point: XmlElement, { note }: LeftOutNotes): number | null {
  const garmin = readGarmin(point, "speed");
  if (garmin !== undefined) return garmin;
  const element = findChild(point, "speed");
  const speed = finite(readNumber(element));
  if (!element || speed === null) return null;
  const factor = findUnitFactor(element.attributes.get("unit") ?? element.attributes.get("units") ?? "");
  if (factor === undefined) note("unknownUnit", element.line);
  return factor === undefined ? null : speed * factor;
}

/** Undefined for an element that is empty or missing; NaN for a value that is no number: it is unknown. */
function readNumber(element: XmlElement | null): number | undefined {
  const text = element?.text.trim() ?? "";
  return text === "" ? undefined : parseDecimal(text);
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
