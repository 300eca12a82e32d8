import { createLiveService } from "../../server/createLiveService.ts";
import { appendSample, type SourceSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import type { OpenTask } from "../../server/telemetry/flights/openTasks.ts";
import { recordDowntime } from "../../server/telemetry/flights/recordDowntime.ts";
import { restoreFlights } from "../../server/telemetry/flights/restoreFlights.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import type { TestPlatform } from "../helpers/testPlatform.ts";

/** The open flights as a server sees them that starts now on the same database. */
export async function restart(ctx: TestPlatform, capacity = 100): Promise<LiveService> {
  const live = createLiveService(ctx.platform, capacity);
  await restoreFlights(ctx.db, live, ctx.clock.now(), ctx.platform.onError);
  await recordDowntime(ctx.db, live, ctx.platform.newId, ctx.clock.now());
  return live;
}

/** Sends one sample of an open task to a restarted server, and lets it tick. */
export function sendTo({ registry }: LiveService, { slot }: OpenTask, sample: SourceSample): void {
  const batch = createBatch(1);
  appendSample(batch, slot, sample);
  registry.ingest(batch, sample.tSrc);
  registry.tick(sample.tSrc);
}
