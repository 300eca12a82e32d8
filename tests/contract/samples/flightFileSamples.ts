import type { flightFileCalls } from "../../../adapters/contract/flightFile.ts";
import { encodeChunk, storeTask } from "../../live/storeTask.ts";
import type { Samples } from "./sample.ts";

let fileCount = 0;

/**
 * A GPX file, each another one. It has no points, so that its import writes nothing but the row of its upload; what is
 * imported is in `flightImport.test.ts`.
 */
const createEmptyRecording = () => new Blob([`<gpx><metadata><name>${++fileCount}</name></metadata></gpx>`]);

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
    args: async ({ getCompany, nextRequestId }) => ({
      query: {
        companyId: (await getCompany()).id,
        droneSn: "IMPORT-SAMPLE",
        kind: "patrol",
        fileName: "航迹.gpx",
        requestId: nextRequestId(),
      },
      file: createEmptyRecording(),
    }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
  flightImports: { role: "maintainer", args: () => ({}), invalid: null },
};
