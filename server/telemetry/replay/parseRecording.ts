import path from "node:path";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { parseTlog } from "./mavlink/parseTlog.ts";
import { addModeReasons } from "./modeReasons.ts";
import { parseAirdata } from "./parseAirdata.ts";
import { isExportedCsv, parseExportedCsv } from "./parseExportedCsv.ts";
import { parseGpx } from "./parseGpx.ts";
import { parseKml } from "./parseKml.ts";
import { type RecordedFlight, RecordingError } from "./recordedFlight.ts";

const parsers: Readonly<Record<string, (bytes: Uint8Array) => RecordedFlight>> = {
  ".gpx": (bytes) => parseGpx(new TextDecoder().decode(bytes)),
  ".csv": (bytes) => parseCsv(new TextDecoder().decode(bytes)),
  ".kml": (bytes) => parseKml(new TextDecoder().decode(bytes)),
  ".tlog": parseTlog,
};

const parseCsv = (text: string) => (isExportedCsv(text) ? parseExportedCsv(text) : parseAirdata(text));

/**
 * Parses a recorded flight by the end of its name: a GPX or KML track, a CSV of Airdata or of this platform, or a
 * MAVLink telemetry log.
 * The drone's messages are in the samples' `modeReason`.
 * @throws RecordingError if it is none of these or has no samples
 */
export function parseRecording(fileName: string, bytes: Uint8Array): RecordedFlight {
  const name = path.basename(fileName);
  const parseBytes = lookUp(parsers, path.extname(name).toLowerCase());
  if (!parseBytes)
    throw new RecordingError(
      `${name}: a recorded flight is a .gpx, .kml, Airdata .csv or MAVLink .tlog file`,
    );
  const flight = parseFile(name, () => parseBytes(bytes));
  if (flight.samples.length === 0)
    throw new RecordingError(`${name}: the recording has no rows`, { fault: "empty" });
  return { ...flight, samples: addModeReasons(flight) };
}

/** Turns a library's error about a broken file into one that names the file. */
function parseFile(name: string, parse: () => RecordedFlight): RecordedFlight {
  try {
    return parse();
  } catch (cause) {
    const fault = cause instanceof RecordingError ? cause.fault : "damaged";
    throw new RecordingError(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      fault,
      cause,
    });
  }
}
