import path from "node:path";
import { parseTlog } from "./mavlink/parseTlog.ts";
import { addModeReasons } from "./modeReasons.ts";
import { parseAirdata } from "./parseAirdata.ts";
import { parseGpx } from "./parseGpx.ts";
import { type RecordedFlight, RecordingError } from "./recordedFlight.ts";

const parsers: Readonly<Record<string, (bytes: Uint8Array) => RecordedFlight>> = {
  ".gpx": (bytes) => parseGpx(new TextDecoder().decode(bytes)),
  ".csv": (bytes) => parseAirdata(new TextDecoder().decode(bytes)),
  ".tlog": parseTlog,
};

/**
 * Parses a recorded flight: a GPX track, an Airdata CSV export or a MAVLink telemetry log, by the end of its name.
 * What the drone said stands in the samples' `modeReason`.
 * @throws RecordingError if it is none of these or has no samples
 */
export function parseRecording(fileName: string, bytes: Uint8Array): RecordedFlight {
  const name = path.basename(fileName);
  const parseBytes = parsers[path.extname(name).toLowerCase()];
  if (!parseBytes)
    throw new RecordingError(`${name}: a recorded flight is a .gpx, an Airdata .csv or a MAVLink .tlog file`);
  const flight = parseFile(name, () => parseBytes(bytes));
  if (flight.samples.length === 0) throw new RecordingError(`${name}: the recording has no rows`);
  return { ...flight, samples: addModeReasons(flight) };
}

/** Whatever a library says of a broken file becomes one error that names the file. */
function parseFile(name: string, parse: () => RecordedFlight): RecordedFlight {
  try {
    return parse();
  } catch (cause) {
    throw new RecordingError(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
