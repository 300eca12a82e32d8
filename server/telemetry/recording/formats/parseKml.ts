import { flightPhase, positionFix } from "../../../../adapters/contract/flight.ts";
import { findChildren, findElements, type XmlElement } from "../../../files/readXml.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import { createLeftOutNotes, type LeftOutNotes } from "./leftOutNotes.ts";
import { type AssumedZone, parseInstant } from "./parseInstant.ts";
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
 * Parses the tracks of a KML file (`gx:Track`, `Track` since KML 2.3); each placemark is a flight. Heights come from
 * this platform's own arrays only: those of the places may be over anything.
 */
export function parseKml(kml: XmlElement, zone: AssumedZone): RecordedFlight {
  const tracks: KmlTracks = { samples: [], lines: [], notes: createLeftOutNotes(), zone };
  const { samples, lines, notes } = tracks;
  const starts: number[] = [];
  let trackCount = 0;
  for (const placemark of findElements(kml, ({ name }) => name === "Placemark")) {
    const start = samples.length;
    for (const track of findElements(placemark, ({ name }) => name === "Track")) {
      trackCount += 1;
      addTrack(tracks, track);
    }
    if (start > 0 && samples.length > start) starts.push(start);
  }
  for (const { line } of findElements(kml, ({ name }) => shapeNames.has(name))) notes.note("notTrack", line);
  if (samples.length === 0) throw describeNothing(notes, trackCount);
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, lines, messages: [], photos: [], leftOut: notes, ...furtherFlights };
}

function describeNothing({ counts }: LeftOutNotes, trackCount: number): RecordingError {
  if (trackCount > 0)
    return new RecordingError("No place of this KML track has a time", {
      fault: (counts.noTime ?? 0) > 0 ? "timeless" : "empty",
    });
  // A line, or points, of which nobody knows when the drone was there.
  if ((counts.notTrack ?? 0) > 0)
    return new RecordingError("The places of this KML file have no times", { fault: "timeless" });
  return new RecordingError("This is not a KML track", {
    told: "KML 文件中没有航迹（gx:Track），请导出带时间的航迹后再导入",
  });
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

function addTrack({ samples, lines, notes, zone }: KmlTracks, track: XmlElement): void {
  const arrays = readArrays(track);
  const pairs = pairPlaces(track);
  if (pairs.length === 0) notes.note("emptyTrack", track.line);
  let place = -1;
  for (const [nth, { coord, when }] of pairs.entries()) {
    if (coord) place += 1;
    const line = (coord ?? when)?.line;
    const [lon = Number.NaN, lat = Number.NaN] = (coord?.text.trim() || "-").split(/[\s,]+/).map(Number);
    const tSrc = parseInstant(when?.text ?? "", zone);
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) notes.note("noPosition", line);
    else if (!Number.isFinite(tSrc)) notes.note("noTime", line);
    else {
      const getText = (name: string) => {
        const values = arrays.get(name);
        // A time without a place has a value only where each time has one.
        return values?.[values.length === pairs.length ? nth : place] ?? "";
      };
      samples.push({
        seq: samples.length,
        tSrc,
        lat: toE7(lat),
        lon: toE7(lon),
        ...readValues(getText),
      });
      lines.push(line ?? 0);
    }
  }
}

function readValues(getText: (name: string) => string): Partial<SourceSample> {
  const getNumber = (name: string) => (getText(name) === "" ? null : Number(getText(name)));
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
