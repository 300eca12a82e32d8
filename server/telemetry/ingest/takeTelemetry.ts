import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { IngestSample, telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Signer } from "../../call.ts";
import type { LeftOut } from "../../http/leaveOut.ts";
import type { IngestServices } from "./findDroneTasks.ts";
import { ingestDeviceSamples } from "./ingestDeviceSamples.ts";
import { noteLeftOut, withLeftOut } from "./leftOutSamples.ts";

/** Takes the samples of a signed call, and counts those of another form than the call's. */
export async function takeTelemetry(
  services: IngestServices,
  signer: Signer,
  samples: readonly IngestSample[],
  leftOut: readonly LeftOut[],
): Promise<EndpointData<typeof telemetryCalls.telemetryIngest>> {
  const { live, now } = services;
  signer.countSamples(samples.length + leftOut.length);
  const line = live.lines.ofKey(signer);
  const sender = { companyId: signer.companyId, via: "http" as const, lineOf: () => line };
  noteLeftOut(live, sender, now.getTime(), leftOut);
  const { accepted, rejected } = await ingestDeviceSamples(services, sender, samples);
  return { accepted, rejected: withLeftOut(rejected, leftOut) };
}
