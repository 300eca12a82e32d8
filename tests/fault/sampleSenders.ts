import { setTimeout as wait } from "node:timers/promises";
import { connectAsync } from "mqtt";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { type Broker, brokerUser } from "../mqtt/startBroker.ts";

/** Drone's times of samples, UTC ms, by serial number. */
export type SampleTimes = Map<string, number[]>;

export const createSampleTimes = (sns: readonly string[]): SampleTimes => new Map(sns.map((sn) => [sn, []]));

export const countTimes = (times: SampleTimes): number =>
  [...times.values()].reduce((sum, { length }) => sum + length, 0);

/** Devices that send through the signed call, and send again what was not answered. */
export interface SignedSenders {
  /** What was accepted; after a call without an answer also what the platform says it has. */
  readonly accepted: SampleTimes;
  /** How many were refused for another reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** How many were sent once more. */
  readonly countResent: () => number;
  /** How long each answered call took, ms. */
  readonly callMs: readonly number[];
  /** Sends to this server until it is over; whatever goes wrong meanwhile is tried again. */
  readonly send: (url: string, isOver: () => boolean) => Promise<void>;
}

interface Lane {
  readonly sns: readonly string[];
  /** Drone's time of the next samples, UTC ms. */
  next: number;
  /** Sent, and not answered yet. */
  unanswered: { readonly samples: readonly IngestSample[]; tries: number } | null;
}

const laneCount = 4;
const retryMs = 100;
/** What a call has of each drone, as time of the drone. */
const callSpanMs = 500;
/** A device that is behind by more leaves a gap: the platform is slower than the devices. */
const maxBacklogMs = 10_000;
/** 5 m/s to the north, degrees × 10⁷ a millisecond. */
const stepPerMs = 0.45;

/** @param periodMs time between two samples of a drone */
export function createSignedSenders(sns: readonly string[], periodMs: number): SignedSenders {
  const startedAt = Date.now();
  const accepted = createSampleTimes(sns);
  const refused: Record<string, number> = {};
  const callMs: number[] = [];
  let resent = 0;
  const lanes = Array.from(
    { length: laneCount },
    (_, lane): Lane => ({
      sns: sns.filter((_sn, n) => n % laneCount === lane),
      next: startedAt,
      unanswered: null,
    }),
  );

  const createSample = (droneSn: string, n: number, tSrc: number): IngestSample => ({
    droneSn,
    seq: Math.round((tSrc - startedAt) / periodMs),
    tSrc,
    lat: 399_200_000 + n * 10_000 + Math.round((tSrc - startedAt) * stepPerMs),
    lon: 1_054_600_000,
    hRel: 60,
    vH: 5,
    phase: "mission",
  });

  async function takeSamples(lane: Lane): Promise<readonly IngestSample[]> {
    if (lane.next < Date.now() - maxBacklogMs) lane.next = Date.now();
    const from = lane.next;
    lane.next += callSpanMs;
    await wait(Math.max(0, lane.next - Date.now()));
    const times = Array.from({ length: callSpanMs / periodMs }, (_, i) => from + i * periodMs);
    return times.flatMap((tSrc) => lane.sns.map((sn, n) => createSample(sn, n, tSrc)));
  }

  async function sendLane(lane: Lane, url: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      lane.unanswered ??= { samples: await takeSamples(lane), tries: 0 };
      const { samples, tries } = lane.unanswered;
      lane.unanswered.tries += 1;
      if (tries > 0) resent += samples.length;
      const from = performance.now();
      const result = await postTelemetry({ ...demoDevice, url }, samples);
      if (result.kind === "wrong") throw new Error(result.text);
      if (result.kind === "away") {
        await wait(retryMs);
        continue;
      }
      callMs.push(performance.now() - from);
      lane.unanswered = null;
      const reasons = new Map(result.answer.rejected.map(({ at, reason }) => [at, reason]));
      for (const [at, { droneSn, tSrc }] of samples.entries()) {
        const reason = reasons.get(at);
        if (reason === undefined || (reason === "older" && tries > 0)) accepted.get(droneSn)?.push(tSrc);
        else refused[reason] = (refused[reason] ?? 0) + 1;
      }
    }
  }

  return {
    accepted,
    refused,
    countResent: () => resent,
    callMs,
    send: async (url, isOver) => {
      await Promise.all(lanes.map((lane) => sendLane(lane, url, isOver)));
    },
  };
}

/** Devices that publish at a broker, which has no acknowledgement of the platform. */
export interface BrokerSenders extends AsyncDisposable {
  /** What the platform had the time to store. */
  readonly due: SampleTimes;
  /** How long they must publish before anything is due, ms. */
  readonly storedAfterMs: number;
  /** Publishes until it is over. */
  readonly send: (isOver: () => boolean) => Promise<void>;
  /** The server was killed at this moment of `performance.now()`. */
  readonly settle: (killedAt: number) => void;
}

const publishEveryMs = 100;
/** What came so long before a kill is stored: twice of what docs/operations.md promises, for a busy machine. */
const storedAfterMs = 2_000;

export async function createBrokerSenders(broker: Broker, sns: readonly string[]): Promise<BrokerSenders> {
  const client = await connectAsync(broker.url, { ...brokerUser });
  const startedAt = Date.now();
  const due = createSampleTimes(sns);
  let sent: { readonly sn: string; readonly tSrc: number; readonly at: number }[] = [];
  return {
    due,
    storedAfterMs,
    send: async (isOver) => {
      while (!isOver()) {
        const timestamp = Date.now();
        for (const [n, sn] of sns.entries()) {
          const latitude = 38 + n / 1_000 + ((timestamp - startedAt) * stepPerMs) / 1e7;
          const data = { latitude, longitude: 105.46, elevation: 60, horizontal_speed: 5, mode_code: 5 };
          const message = JSON.stringify({ tid: "t", bid: "b", timestamp, gateway: "LEDGER-DOCK", data });
          await client.publishAsync(`thing/product/${sn}/osd`, message, { qos: 1 });
          sent.push({ sn, tSrc: timestamp, at: performance.now() });
        }
        await wait(publishEveryMs);
      }
    },
    settle: (killedAt) => {
      for (const { sn, tSrc, at } of sent) if (at < killedAt - storedAfterMs) due.get(sn)?.push(tSrc);
      sent = [];
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}
