import * as word from "../../../adapters/contract/words.ts";
import { escapeXml } from "../../escapeXml.ts";
import { readSamples, type TrackSample } from "./storedTrack.ts";
import { type ExportedFlight, formatDegrees, formatUtc, joinLines, type TrackWriter } from "./trackWriter.ts";

/** Values beside each place, by the name of their array. */
const arrays = {
  hEll: { label: "椭球高（米）", type: "double" },
  hRel: { label: "相对起飞点高度（米）", type: "double" },
  hAgl: { label: "离地高度（米）", type: "double" },
  speed: { label: "地速（米/秒）", type: "double" },
  climb: { label: "升降速度（米/秒）", type: "double" },
  heading: { label: "航向（度）", type: "double" },
  battery: { label: word.batteryPercent, type: "int" },
  phase: { label: word.phase, type: "string" },
  fix: { label: word.fix, type: "string" },
  sats: { label: word.satellites, type: "int" },
} as const satisfies Partial<Record<keyof TrackSample, { readonly label: string; readonly type: string }>>;
const arrayNames = Object.keys(arrays) as (keyof typeof arrays)[];

/** KML 2.2 with Google's tracks: a placemark for each flight, a track for each part without a gap. */
export const kmlWriter: TrackWriter = {
  contentType: "application/vnd.google-earth.kml+xml",
  extension: ".kml",
  writeHead: (title, notes) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">',
      `<Document><name>${escapeXml(title)}</name>`,
      notes.length > 0 ? `<description>${escapeXml(notes.join("。"))}</description>` : "",
      '<Style id="track"><LineStyle><color>ffff8000</color><width>3</width></LineStyle></Style>',
      '<Schema id="sample">',
      ...arrayNames.map(
        (name) =>
          `<gx:SimpleArrayField name="${name}" type="${arrays[name].type}"><displayName>${arrays[name].label}</displayName></gx:SimpleArrayField>`,
      ),
      "</Schema>",
      "",
    ].join("\n"),
  writeFlight: (flight) => joinLines(writePlacemark(flight)),
  writeTail: () => "</Document></kml>\n",
};

/** How a flight's heights are drawn. KML knows heights over ground and over the sea only. */
interface DrawnHeight {
  readonly field: "hAgl" | "hRel" | "hEll" | null;
  readonly mode: string;
  readonly note: string;
}

const drawnHeights: readonly DrawnHeight[] = [
  { field: "hRel", mode: "relativeToGround", note: "按相对起飞点高度绘制，起伏地形上与真实高度有差" },
  { field: "hAgl", mode: "relativeToGround", note: "按离地高度绘制" },
  { field: "hEll", mode: "absolute", note: "按 WGS-84 椭球高绘制，与海拔相差当地的高程异常" },
];
const noHeight: DrawnHeight = { field: null, mode: "clampToGround", note: "高度未知，贴地绘制" };

function* writePlacemark({ flightNo, name, companyName, droneSn, droneModel, track }: ExportedFlight) {
  const samples = [...readSamples(track)];
  const height = drawnHeights.find(({ field }) => field && samples.some((sample) => sample[field] !== null));
  const drawn = height ?? noHeight;
  const description = [name, companyName, droneModel, droneSn, drawn.note].filter((part) => part !== "");
  yield `<Placemark><name>${escapeXml(flightNo)}</name><description>${escapeXml(description.join("，"))}</description>`;
  const [first, last] = [samples[0], samples.at(-1)];
  if (first && last)
    yield `<TimeSpan><begin>${formatUtc(first.atMs)}</begin><end>${formatUtc(last.atMs)}</end></TimeSpan>`;
  yield "<styleUrl>#track</styleUrl><gx:MultiTrack><gx:interpolate>0</gx:interpolate>";
  for (const segment of splitAtGaps(samples)) yield* writeTrack(segment, drawn);
  yield "</gx:MultiTrack></Placemark>";
}

function splitAtGaps(samples: readonly TrackSample[]): TrackSample[][] {
  const segments: TrackSample[][] = [];
  for (const sample of samples) {
    if (sample.isAfterGap || segments.length === 0) segments.push([]);
    segments.at(-1)?.push(sample);
  }
  return segments;
}

function* writeTrack(samples: readonly TrackSample[], { field, mode }: DrawnHeight) {
  yield `<gx:Track><altitudeMode>${mode}</altitudeMode>`;
  for (const { atMs } of samples) yield `<when>${formatUtc(atMs)}</when>`;
  // A place needs a height: an unknown one is drawn at the last known, its true value is in the arrays.
  let heightM = 0;
  for (const sample of samples) {
    heightM = (field && sample[field]) ?? heightM;
    yield `<gx:coord>${formatDegrees(sample.lonE7)} ${formatDegrees(sample.latE7)} ${heightM}</gx:coord>`;
  }
  yield '<ExtendedData><SchemaData schemaUrl="#sample">';
  for (const name of arrayNames) {
    yield `<gx:SimpleArrayData name="${name}">`;
    for (const sample of samples) yield `<gx:value>${sample[name] ?? ""}</gx:value>`;
    yield "</gx:SimpleArrayData>";
  }
  yield "</SchemaData></ExtendedData></gx:Track>";
}
