import path from "node:path";
import { recordingMaxBytes } from "../../../../adapters/contract/flightFile.ts";
import { lookUp } from "../../../../adapters/contract/lookUp.ts";
import { decodeText } from "../../../files/decodeText.ts";
import { readXml, XmlError } from "../../../files/readXml.ts";
import { isZip, KmzError, unzipKml } from "../../../files/unzipKml.ts";
import { describeEmpty } from "./leftOutNotes.ts";
import { parseTlog } from "./mavlink/parseTlog.ts";
import { addModeReasons } from "./modeReasons.ts";
import { parseAirdata } from "./parseAirdata.ts";
import { isExportedCsv, parseExportedCsv } from "./parseExportedCsv.ts";
import { parseGpx } from "./parseGpx.ts";
import type { AssumedZone } from "./parseInstant.ts";
import { parseKml } from "./parseKml.ts";
import { readCsv } from "./readCsv.ts";
import { type RecordedFlight, RecordingError } from "./recordedFlight.ts";

type Parser = (bytes: Uint8Array, zone: AssumedZone) => RecordedFlight;

/** A KMZ is one whatever it is called. */
const parseMarkup: Parser = (bytes, zone) =>
  parseXmlText(decodeText(isZip(bytes) ? unzipKml(bytes, recordingMaxBytes) : bytes), zone);
const parseTable: Parser = (bytes, zone) => parseCsv(decodeText(bytes), zone);
const parsers: Readonly<Record<string, Parser>> = {
  ".gpx": parseMarkup,
  ".kml": parseMarkup,
  ".kmz": parseMarkup,
  ".csv": parseTable,
  ".tlog": parseTlog,
};

/** By its root: whatever the file is called. */
function parseXmlText(text: string, zone: AssumedZone): RecordedFlight {
  if (!/^[\uFEFF\s]*</.test(text)) throw new RecordingError("This is not XML");
  const root = readXml(text);
  if (root.name === "gpx") return parseGpx(root);
  if (root.name === "kml") return parseKml(root, zone);
  throw new RecordingError(`This is neither GPX nor KML but ${root.name}`);
}

function parseCsv(text: string, zone: AssumedZone): RecordedFlight {
  const table = readCsv(text);
  return isExportedCsv(table) ? parseExportedCsv(table) : parseAirdata(table, zone);
}

/**
 * Parses a recorded flight by the end of its name: a GPX, KML or KMZ track, a CSV of Airdata or of this platform, or a
 * MAVLink telemetry log. The drone's messages are in the samples' `modeReason`.
 * @param zone of times that have none; those of GPX are UTC
 * @throws RecordingError if it is none of these, has no samples, or has times without a zone where none is given
 */
export function parseRecording(
  fileName: string,
  bytes: Uint8Array,
  zone: AssumedZone = null,
): RecordedFlight {
  const name = path.basename(fileName);
  const parseBytes = lookUp(parsers, path.extname(name).toLowerCase());
  if (!parseBytes)
    throw new RecordingError(
      `${name}: a recorded flight is a .gpx, .kml, .kmz, Airdata .csv or MAVLink .tlog file`,
    );
  const flight = parseFile(name, () => parseBytes(bytes, zone));
  if (flight.samples.length === 0) {
    throw new RecordingError(`${name}: the recording has no rows`, {
      fault: "empty",
      told: describeEmpty(flight.leftOut),
    });
  }
  return { ...flight, samples: addModeReasons(flight) };
}

/** Turns an error about a broken file into one that names the file. */
function parseFile(name: string, parse: () => RecordedFlight): RecordedFlight {
  try {
    return parse();
  } catch (cause) {
    throw new RecordingError(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      ...describeFault(cause),
      cause,
    });
  }
}

function describeFault(cause: unknown): Pick<RecordingError, "fault" | "told"> {
  if (cause instanceof RecordingError) return { fault: cause.fault, told: cause.told };
  if (cause instanceof KmzError) return { fault: "damaged", told: cause.message };
  const told =
    cause instanceof XmlError ? `文件已损坏或不完整（第 ${cause.line} 行），请重新导出后再导入` : null;
  return { fault: "damaged", told };
}
