import type { flightFileCalls } from "../../../adapters/contract/flightFile.ts";
import { encodeChunk, storeTask } from "../../live/storeTask.ts";
import type { Samples } from "./sample.ts";

let fileCount = 0;

/** A short GPX track, each with another place. */
function createRecording(at: Date): Blob {
  const lat = 39.92 + ++fileCount / 1_000;
  const points = [0, 1, 2].map(
    (second) =>
      `<trkpt lat="${lat + second / 100_000}" lon="105.46"><time>${new Date(at.getTime() - 3_600_000 + second * 1_000).toISOString()}</time></trkpt>`,
  );
  return new Blob([`<gpx><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`]);
}

export const flightFileSamples: Samples<typeof flightFileCalls> = {
  flightExport: {
    role: "duty",
    contentType: "application/gpx+xml",
    args: async ({ ctx, getCompany }) => {
      const t0 = ctx.clock.now().getTime() - 3_600_000;
      const chunk = { t0, count: 3, bytes: encodeChunk(t0, 3) };
      const { taskId, flightIds } = await storeTask(ctx, await getCompany(), [[chunk]]);
      return { body: { flights: flightIds.map((flightId) => ({ taskId, flightId })), format: "gpx" } };
    },
    invalid: { args: { body: { flights: [], format: "gpx" } }, path: "flights" },
  },
  flightImport: {
    role: "maintainer",
    args: async ({ ctx, getCompany, nextRequestId }) => ({
      query: {
        companyId: (await getCompany()).id,
        droneSn: "IMPORT-SAMPLE",
        kind: "patrol",
        fileName: "航迹.gpx",
        requestId: nextRequestId(),
      },
      file: createRecording(ctx.clock.now()),
    }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
};
