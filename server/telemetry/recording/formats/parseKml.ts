import { flightPhase, positionFix } from "../../../../adapters/contract/flight.ts";
import { parseDecimal } from "../../../../adapters/contract/parseDecimal.ts";
import { findChild, findChildren, findElements, type XmlElement } from "../../../files/readXml.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import { createLeftOutNotes, describeEmpty, type LeftOutNotes } from "./leftOutNotes.ts";
import { type AssumedZone, describeOddTime, parseInstant } from "./parseInstant.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

const shapeNames = new Set(["Point", "LineString", "LinearRing", "Polygon", "Model"]);

/** The track of a KML file so far. */
interface KmlTracks {
  readonly samples: SourceSample[];
  readonly lines: number[];
  readonly notes: LeftOutNotes;
  readonly zone: AssumedZone;
}

/**
 * Parses the tracks of a KML file (`gx:Track`, `Track` since KML 2.3); each placemark is a flight. Where there is none,
 * the placemarks that are points with a time are one. Heights come from this platform's own arrays only: those of the
 * places may be over anything.
 */
export function parseKml(kml: XmlElement, zone: AssumedZone): RecordedFlight {
  const tracks: KmlTracks = { samples: [], lines: [], notes: createLeftOutNotes(), zone };
  const { samples, lines, notes } = tracks;
  const starts: number[] = [];
  let trackCount = 0;
  const features = findElements(kml, ({ name }) => name === "Placemark" || name === "Track");
  const placemarks = features.filter(({ name }) => name === "Placemark");
  for (const placemark of placemarks) {
    const start = samples.length;
    for (const track of findElements(placemark, ({ name }) => name === "Track")) {
      trackCount += 1;
      addTrack(tracks, track);
    }
    if (start > 0 && samples.length > start) starts.push(start);
  }
  const timed = new Set(trackCount > 0 ? [] : placemarks.filter(isTimedPoint));
  for (const point of timed) addPoint(tracks, point);
  // Only a placemark has a track; one beside it is of no flight.
  for (const { name, line } of features) if (name === "Track") notes.note("notTrack", line);
  // Of a point that is part of the track, nothing is left out.
  for (const element of findElements(kml, (one) => shapeNames.has(one.name) || timed.has(one)))
    if (!timed.has(element)) notes.note("notTrack", element.line);
  if (samples.length === 0) throw describeNothing(kml, notes, trackCount + timed.size);
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, lines, messages: [], photos: [], leftOut: notes, ...furtherFlights };
}

function describeNothing(kml: XmlElement, notes: LeftOutNotes, trackCount: number): RecordingError {
  const { counts } = notes;
  if (trackCount > 0)
    return new RecordingError("No place of this KML track has a time", {
      fault: (counts.noTime ?? 0) > 0 ? "timeless" : "empty",
      told:
        (counts.noTime ?? 0) > 0
          ? describeOddTime(findElements(kml, ({ name }) => name === "when"))
          : describeEmpty(notes),
    });
  // A line, or points, of which nobody knows when the drone was there.
  if ((counts.notTrack ?? 0) > 0)
    return new RecordingError("The places of this KML file have no times", { fault: "timeless" });
  return new RecordingError("This is not a KML track", {
    told: "KML 文件中没有航迹（gx:Track），请导出带时间的航迹后再导入",
  });
}

const isTimedPoint = (placemark: XmlElement): boolean =>
  findChild(placemark, "Point") !== null && findChild(placemark, "TimeStamp") !== null;

function addPoint(tracks: KmlTracks, placemark: XmlElement): void {
  const coord = findChild(findChild(placemark, "Point"), "coordinates");
  addPlace(tracks, { coord, when: findChild(findChild(placemark, "TimeStamp"), "when") }, placemark.line);
}

/** The values of a track's arrays by their name. */
const readArrays = (track: XmlElement) =>
  new Map(
    findElements(track, ({ name }) => name === "SimpleArrayData").map((array) => [
      array.attributes.get("name") ?? "",
      findChildren(array, "value").map(({ text }) => text.trim()),
    ]),
  );

interface PlaceInTime {
  coord: XmlElement | null;
  when: XmlElement | null;
}

/**
 * The places of a track with their times: in turns, or all times before all places. Where they are in turns a time that
 * is missing shifts no other.
 */
function pairPlaces({ children }: XmlElement): readonly PlaceInTime[] {
  const parts = children.filter(({ name }) => name === "when" || name === "coord");
  const whens = parts.filter(({ name }) => name === "when");
  const coords = parts.filter(({ name }) => name === "coord");
  const leading = parts[0]?.name;
  if (parts[1]?.name === leading)
    return Array.from({ length: Math.max(whens.length, coords.length) }, (_, n) => ({
      coord: coords[n] ?? null,
      when: whens[n] ?? null,
    }));
  const pairs: PlaceInTime[] = [];
  for (const part of parts) {
    const kind = part.name === "when" ? "when" : "coord";
    const last = pairs.at(-1);
    if (kind !== leading && last && last[kind] === null) last[kind] = part;
    else pairs.push({ coord: null, when: null, [kind]: part });
  }
  return pairs;
}

function addTrack(tracks: KmlTracks, track: XmlElement): void {
  const arrays = readArrays(track);
  const pairs = pairPlaces(track);
  if (pairs.length === 0) tracks.notes.note("emptyTrack", track.line);
  let place = -1;
  for (const [nth, pair] of pairs.entries()) {
    if (pair.coord) place += 1;
    // A time without a place has a value only where each time has one.
    const getText = (name: string) => {
      const values = arrays.get(name);
      return values?.[values.length === pairs.length ? nth : place] ?? "";
    };
    addPlace(tracks, pair, track.line, getText);
  }
}

/** Adds a sample, or notes what is missing; `outerLine` counts where neither place nor time has one. */
function addPlace(
  { samples, lines, notes, zone }: KmlTracks,
  { coord, when }: PlaceInTime,
  outerLine: number,
  getText = (_name: string) => "",
): void {
  const line = (coord ?? when)?.line ?? outerLine;
  const numbers = (coord?.text.trim() ?? "").split(/[\s,]+/);
  const [lon = Number.NaN, lat = Number.NaN] = numbers.map(parseDecimal);
  const tSrc = parseInstant(when?.text ?? "", zone);
  // More than a place and its height are several places with one time.
  const isPlace = Number.isFinite(lat) && Number.isFinite(lon) && numbers.length <= 3;
  if (!isPlace) return notes.note("noPosition", line);
  if (!Number.isFinite(tSrc)) return notes.note("noTime", line);
  samples.push({ seq: samples.length, tSrc, lat: toE7(lat), lon: toE7(lon), ...readValues(getText) });
  lines.push(line);
}

function readValues(getText: (name: string) => string): Partial<SourceSample> {
  const getNumber = (name: string) => (getText(name) === "" ? null : parseDecimal(getText(name)));
  return {
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
  };
}
