import { setTimeout as wait } from "node:timers/promises";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { type DeviceAccount, postTelemetry } from "../../demo/device/postTelemetry.ts";

/** Message to this process: who sends, for which drone, and how many calls at once. */
export interface HostileOrder {
  readonly account: DeviceAccount;
  readonly droneSn: string;
  readonly lanes: number;
}
/** Reply to `stop`: calls by their answer. */
export type HostileCounts = Readonly<Record<string, number>>;

const perCall = 2_000;
const counts: Record<string, number> = {};
/** A call every so often at most, or the sender itself would take the whole machine. */
const pauseMs = 20;

const createSamples = (droneSn: string): IngestSample[] => {
  const now = Date.now();
  return Array.from({ length: perCall }, (_, i) => ({
    droneSn,
    seq: i,
    tSrc: now - perCall + i,
    lat: 399_200_000,
    lon: 1_054_600_000,
    hRel: 60,
    vH: 5,
    phase: "mission",
  }));
};

async function sendForEver({ account, droneSn }: HostileOrder): Promise<never> {
  for (;;) {
    const result = await postTelemetry(account, createSamples(droneSn));
    const answer = result.kind === "taken" ? "200" : result.text.slice(0, 3);
    counts[answer] = (counts[answer] ?? 0) + 1;
    await wait(pauseMs);
  }
}

process.on("message", (order: HostileOrder | "stop") => {
  if (order === "stop") process.send?.(counts, () => process.exit(0));
  else for (let lane = 0; lane < order.lanes; lane += 1) void sendForEver(order);
});
