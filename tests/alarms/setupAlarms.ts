import { asc } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AlarmRow, alarmChangedData } from "../../adapters/contract/alarm.ts";
import { createLiveService, type LiveServiceOptions } from "../../server/createLiveService.ts";
import { type AlarmRecord, alarmEvents, alarms } from "../../server/db/schema/alarm.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import type { TestPlatform } from "../helpers/testPlatform.ts";

type AlarmMessage = z.output<typeof alarmChangedData>;

/** A signal of a drone that is not in the air, so that nothing but the test ends its cause. */
export const createSignal = (fields: Partial<AlarmSignal> = {}): AlarmSignal => ({
  kind: "batteryLow",
  priority: "p2",
  slot: null,
  droneSn: "SN-1",
  hangarId: null,
  zoneId: null,
  lng: null,
  lat: null,
  values: { batPct: 24, threshold: 25 },
  ...fields,
});

/** A server's alarms, with a socket that records what it gets. */
export interface AlarmFixture {
  readonly live: LiveService;
  readonly messages: AlarmMessage[];
  readonly raise: (fields?: Partial<AlarmSignal>) => void;
  readonly clear: (fields?: Partial<AlarmSignal>) => void;
  /** Lets time pass in steps of a second, and stores what it brings. */
  readonly wait: (seconds: number) => Promise<void>;
  /** All alarms, oldest first, once everything is stored. */
  readonly read: () => Promise<AlarmRecord[]>;
  /** The last state that the socket has of each alarm. */
  readonly shown: () => Map<string, AlarmRow>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts another server on the test's database and clock.
 * @param restoreFlights opens flights again, before the alarms are restored
 */
export async function startAlarms(
  ctx: TestPlatform,
  { capacity = 400, ...options }: LiveServiceOptions & { readonly capacity?: number } = {},
  restoreFlights: (live: LiveService) => Promise<void> = async () => {},
): Promise<AlarmFixture> {
  const live = createLiveService(ctx.platform, capacity, options);
  const messages: AlarmMessage[] = [];
  live.feed.subscribe({
    send: (text) => {
      const { type, data } = JSON.parse(text) as { type: number; data: AlarmMessage };
      if (type === 7) messages.push(data);
    },
    sendBytes: () => undefined,
    bufferedAmount: () => 0,
    terminate: () => undefined,
  });
  await restoreFlights(live);
  await live.alarms.restore();
  await live.alarms.flush();
  return {
    live,
    messages,
    raise: (fields) => live.alarms.raise(createSignal(fields), ctx.clock.now().getTime()),
    clear: (fields) => live.alarms.clear(createSignal(fields), ctx.clock.now().getTime()),
    wait: async (seconds) => {
      await live.alarms.flush();
      for (let second = 0; second < seconds; second++) {
        ctx.clock.advance(1_000);
        live.tick();
        await live.alarms.flush();
      }
    },
    read: async () => {
      await live.alarms.flush();
      return ctx.db.select().from(alarms).orderBy(asc(alarms.raisedAt), asc(alarms.id));
    },
    shown: () => new Map(messages.flatMap((message) => message.alarms).map((alarm) => [alarm.id, alarm])),
    stop: live.stop,
  };
}

/** The duty log: what happened to the alarms, in order. */
export const readAlarmLog = async (ctx: TestPlatform): Promise<string[]> =>
  (await ctx.db.select().from(alarmEvents).orderBy(asc(alarmEvents.at), asc(alarmEvents.id))).map(
    ({ kind, byName }) => (byName === "" ? kind : `${kind} ${byName}`),
  );
