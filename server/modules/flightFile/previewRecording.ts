import { type ImportPreview, maxPreviewPoints } from "../../../adapters/contract/flightFile.ts";
import { toFlownSeconds } from "../../telemetry/flights/toFlownSeconds.ts";
import type { BuiltImport } from "../../telemetry/recording/buildImport.ts";
import type { ImportedFlight } from "../../telemetry/recording/flySamples.ts";
import { readWay } from "../../telemetry/recording/isSameWay.ts";
import { toImportCounts } from "./toImportCounts.ts";

/** What an import would put into the history, with enough of its tracks to see where they are. */
export function previewRecording(built: BuiltImport): ImportPreview {
  const points = Math.max(2, Math.floor(maxPreviewPoints / Math.max(1, built.flights.length)));
  return {
    flights: built.flights.map((flight) => ({
      startedAt: new Date(flight.startedAt).toISOString(),
      durationS: toFlownSeconds(flight.flownMs, flight),
      distanceM: flight.distanceM,
      samples: flight.samples,
      track: thin(flight, points),
    })),
    ...toImportCounts(built),
  };
}

/** So many points at most, evenly over the flight, its ends included. */
function thin({ chunks }: ImportedFlight, most: number): [number, number][] {
  const { lat, lon } = readWay(chunks);
  const count = Math.min(lat.length, most);
  return Array.from({ length: count }, (_, n) => {
    const at = count === 1 ? 0 : Math.round((n * (lat.length - 1)) / (count - 1));
    return [(lon[at] ?? 0) / 1e7, (lat[at] ?? 0) / 1e7];
  });
}
