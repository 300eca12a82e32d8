import type { IngestSample, telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Call, Handlers } from "../../call.ts";
import { putSample } from "../../telemetry/fleet/putSample.ts";
import { makeBatch } from "../../telemetry/fleet/sampleColumns.ts";
import { openTaskOf } from "./openTaskOf.ts";

export const telemetryHandlers: Handlers<typeof telemetryCalls> = {
  telemetryIngest: async ({ body: { samples } }, call) => {
    const slots = await slotsOf(samples, call);
    const batch = makeBatch(samples.length);
    const indexes: number[] = [];
    for (const [at, sample] of samples.entries()) {
      const slot = slots.get(keyOf(sample));
      if (slot === undefined || slot === null) continue;
      putSample(batch, slot, sample);
      indexes.push(at);
    }
    const reasons = call.live.desk.take(batch, call.now.getTime());
    if (indexes.length < samples.length) call.live.samples.refuse("noTask", samples.length - indexes.length);
    const judged = new Map(reasons.map(({ row, reason }) => [indexes[row], reason]));
    const rejected = samples.flatMap((sample, at) => {
      const reason = (slots.get(keyOf(sample)) ?? null) === null ? ("noTask" as const) : judged.get(at);
      return reason ? [{ at, reason }] : [];
    });
    return { accepted: samples.length - rejected.length, rejected };
  },
};

const keyOf = ({ droneSn, taskId }: IngestSample) => `${droneSn} ${taskId ?? ""}`;

/** Where the samples of each drone go; null where the company has no open task for it, or there is no room. */
async function slotsOf(samples: readonly IngestSample[], call: Call): Promise<Map<string, number | null>> {
  const { companyId } = call.signer;
  const { desk } = call.live;
  const slots = new Map<string, number | null>();
  for (const sample of samples) {
    const key = keyOf(sample);
    if (slots.has(key)) continue;
    const flight = desk.flightOfDrone(sample.droneSn);
    const known =
      flight && flight.task.companyId === companyId && (sample.taskId ?? flight.task.id) === flight.task.id;
    if (known) {
      slots.set(key, flight.slot);
      continue;
    }
    const task = await openTaskOf(call.db, companyId, sample);
    slots.set(key, task ? desk.open(task) : null);
  }
  return slots;
}
