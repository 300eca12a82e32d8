import { setTimeout as wait } from "node:timers/promises";
import { alarmChangedData } from "../../adapters/contract/alarm.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { demoAccounts } from "../browser/signIn.ts";
import { connectSocket } from "../contract/socket/socketClient.ts";
import { loginClient, type SignedInClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import type { ServerProcess } from "../process/serverProcess.ts";

/** What people in the office noticed of the server over some time. */
export interface OfficeFigures {
  /** How long each answer took, ms. */
  readonly signInMs: readonly number[];
  readonly listMs: readonly number[];
  /** From the sample of a nearly empty battery to its alarm on the duty officer's socket, ms. */
  readonly alarmMs: readonly number[];
  /** Calls that were not answered 200, by status. */
  readonly refused: Readonly<Record<string, number>>;
  readonly peakMb: number;
  /** The worst of the readings, ms. */
  readonly loopP99Ms: number;
}

const lists = [
  { path: "/order/v3/pageList", body: {} },
  { path: "/user/pageList", body: {} },
  { path: "/company/pageList", body: {} },
  { path: "/task/start/list", body: { brief: true } },
] as const;
const everyMs = 500;
const alarmEveryMs = 4_000;
const metricsEveryMs = 2_000;

/**
 * Signs in, turns the pages of lists and raises alarms for so long.
 * @param sns registered drones of the demo device's company; each raises one alarm
 */
export async function probeOffice(
  server: ServerProcess,
  admin: SignedInClient,
  sns: readonly string[],
  seconds: number,
): Promise<OfficeFigures> {
  const endAt = performance.now() + seconds * 1_000;
  const refused: Record<string, number> = {};
  const timed = async (into: number[], run: () => Promise<number>) => {
    const from = performance.now();
    const status = await run().catch(() => 0);
    if (status === 200) into.push(performance.now() - from);
    else refused[status] = (refused[status] ?? 0) + 1;
  };
  const repeat = async (pauseMs: number, run: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; performance.now() < endAt; turn += 1) {
      await run(turn);
      await wait(pauseMs);
    }
  };
  const [signInMs, listMs]: [number[], number[]] = [[], []];
  let [peakMb, loopP99Ms] = [0, 0];
  const alarms = await watchAlarms(server, admin);
  await Promise.all([
    repeat(everyMs, () => timed(signInMs, () => signIn(server.url))),
    repeat(everyMs, (turn) =>
      timed(listMs, async () => {
        const { path, body } = lists[turn % lists.length] ?? lists[0];
        const page = { ...body, pageNo: 1 + (turn % 5), pageSize: 20 };
        return (await admin.call("POST", path, page)).status;
      }),
    ),
    repeat(alarmEveryMs, async (turn) => {
      const sn = sns[turn];
      if (sn !== undefined) await alarms.raise(sn);
    }),
    repeat(metricsEveryMs, async () => {
      const metrics = await readServerMetrics(server.url);
      peakMb = Math.max(peakMb, metrics("process_resident_memory_bytes") / 1e6);
      loopP99Ms = Math.max(loopP99Ms, metrics("nodejs_eventloop_lag_p99_seconds") * 1_000);
    }),
  ]);
  return { signInMs, listMs, alarmMs: await alarms.stop(), refused, peakMb, loopP99Ms };
}

const signIn = (url: string): Promise<number> =>
  loginClient(url, demoAccounts.finance).then(
    () => 200,
    (error: unknown) => Number(/\b[45]\d\d\b/.exec(String(error))?.[0] ?? 0),
  );

async function watchAlarms(server: ServerProcess, { headers, userId }: SignedInClient) {
  const socket = await connectSocket(`ws://127.0.0.1:${server.port}/ws`);
  const profile = { platform: "web", userId, token: headers["authorization"] ?? "" };
  socket.send({ ...profile, type: socketTypes.register, taskId: "" });
  const sentAt = new Map<string, number>();
  const alarmMs: number[] = [];
  const heartbeat = setInterval(
    () => socket.send({ ...profile, type: socketTypes.heartbeat, taskId: "" }),
    5_000,
  );
  const reading = (async () => {
    for (;;) {
      const { data } = await socket.nextFrame(socketTypes.alarm);
      for (const { droneSn, kind } of alarmChangedData.parse(data).alarms) {
        const at = sentAt.get(droneSn);
        if (kind !== "batteryCritical" || at === undefined) continue;
        alarmMs.push(performance.now() - at);
        sentAt.delete(droneSn);
      }
    }
  })();
  reading.catch(() => undefined);
  return {
    raise: async (droneSn: string) => {
      const flight = { lat: 399_200_000, lon: 1_054_600_000, hRel: 60, vH: 0, phase: "hover" as const };
      sentAt.set(droneSn, performance.now());
      const sample = { droneSn, seq: 1, tSrc: Date.now(), ...flight, batPct: 4 };
      await postTelemetry({ ...demoDevice, url: server.url }, [sample]);
    },
    /** What has not come yet counts as long as it was waited for. */
    stop: async (): Promise<readonly number[]> => {
      await wait(5_000);
      clearInterval(heartbeat);
      const waiting = [...sentAt.values()].map((at) => performance.now() - at);
      socket.raw.close();
      return [...alarmMs, ...waiting];
    },
  };
}
