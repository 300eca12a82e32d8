import { vi } from "vitest";
import { flightFileCalls, type ImportJob } from "../../../adapters/contract/flightFile.ts";
import { encodeChunk, storeTask } from "../../live/storeTask.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let fileCount = 0;

/**
 * A GPX file, each another one. It has no points, so that its import writes nothing but the row of its upload; what is
 * imported is in `flightImport.test.ts`.
 */
const createEmptyRecording = () => new Blob([`<gpx><metadata><name>${++fileCount}</name></metadata></gpx>`]);

/** A recording that was read and waits for its user. */
async function uploadForPreview({ ctx, getCompany, nextRequestId }: SampleContext): Promise<string> {
  const at = new Date(ctx.clock.now().getTime() - 3_600_000).toISOString();
  const { body } = await ctx.callAs("maintainer", flightFileCalls.flightImport, {
    query: {
      companyId: (await getCompany()).id,
      droneSn: "PREVIEW-SAMPLE",
      kind: "patrol",
      fileName: "航迹.gpx",
      repeat: "allowed",
      preview: "wanted",
      requestId: nextRequestId(),
    },
    file: new Blob([
      `<gpx><trk><name>${++fileCount}</name><trkpt lat="39.92" lon="105.46"><time>${at}</time></trkpt></trk></gpx>`,
    ]),
  });
  // Cast: the contract tests check that the data fits its schema.
  const { id } = body.data as { id: string };
  const isRead = async () => {
    const answer = await ctx.callAs("maintainer", flightFileCalls.flightImports, {});
    // Cast: as above.
    const { list } = answer.body.data as { list: ImportJob[] };
    return list.some((job) => job.id === id && job.preview !== null);
  };
  await vi.waitUntil(isRead, { timeout: 60_000, interval: 200 });
  return id;
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
  flightImportDecide: {
    role: "maintainer",
    args: async (context) => ({
      body: { id: await uploadForPreview(context), save: false, requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { id: "1", save: "yes", requestId: "12345678" } }, path: "save" },
  },
  flightImports: { role: "maintainer", args: () => ({}), invalid: null },
};
