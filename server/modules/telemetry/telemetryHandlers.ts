import type { telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Handlers } from "../../call.ts";
import { ingestDeviceSamples } from "../../telemetry/ingest/ingestDeviceSamples.ts";

export const telemetryHandlers: Handlers<typeof telemetryCalls> = {
  telemetryIngest: async ({ body: { samples } }, { db, live, newId, now, signer }) => {
    const sender = { companyId: signer.companyId, via: "http" as const };
    const { accepted, rejected } = await ingestDeviceSamples({ db, live, newId, now }, sender, samples);
    return { accepted, rejected: [...rejected] };
  },
};
