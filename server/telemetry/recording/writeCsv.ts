import { flightPhase, positionFix } from "../../../adapters/contract/flight.ts";
import * as word from "../../../adapters/contract/words.ts";
import { escapeFormula } from "../../list/exportColumn.ts";
import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";
import { readSamples, type TrackSample } from "./storedTrack.ts";
import { formatDegrees, formatUtc, joinLines, type TrackWriter } from "./trackWriter.ts";

/** First characters of a line that is a note, not a sample. */
export const csvNoteMark = "#";

/** Headings of the columns by what they hold, in the order of the file. */
export const csvHeadings = {
  flightNo: word.flightNo,
  at: "时间（UTC）",
  localAt: "时间（北京）",
  lat: "纬度（度）",
  lon: "经度（度）",
  hEll: "椭球高（米）",
  hRel: "相对起飞点高度（米）",
  hAgl: "离地高度（米）",
  speed: "地速（米/秒）",
  climb: "升降速度（米/秒）",
  heading: "航向（度）",
  battery: word.batteryPercent,
  phase: word.phase,
  fix: word.fix,
  sats: word.satellites,
} as const;

/** CSV in UTF-8 with a byte order mark: a row for each sample; what is unknown stays empty. */
export const csvWriter: TrackWriter = {
  contentType: "text/csv; charset=utf-8",
  extension: ".csv",
  writeHead: () => `\ufeff${Object.values(csvHeadings).join(",")}\r\n`,
  writeFlight: function* ({ flightNo, track }) {
    const number = quote(flightNo);
    for (const piece of joinLines(writeRows(number, readSamples(track)))) yield piece;
  },
  writeTail: (notes) => notes.map((note) => `${quote(`${csvNoteMark} ${note}`)}\r\n`).join(""),
};

const quote = (text: string) => {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

function* writeRows(number: string, samples: Iterable<TrackSample>): Generator<string> {
  // The lines are joined by a line feed.
  for (const sample of samples)
    yield `${[
      number,
      formatUtc(sample.atMs),
      toShanghaiWallTime(new Date(sample.atMs)).toISOString().replace("Z", "+08:00"),
      formatDegrees(sample.latE7),
      formatDegrees(sample.lonE7),
      sample.hEll,
      sample.hRel,
      sample.hAgl,
      sample.speed,
      sample.climb,
      sample.heading,
      sample.battery,
      sample.phase && flightPhase.label(sample.phase),
      sample.fix && positionFix.label(sample.fix),
      sample.sats,
    ]
      .map((cell) => cell ?? "")
      .join(",")}\r`;
}
