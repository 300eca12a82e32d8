import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { readCpuS } from "../fault/sampleLedger.ts";
import { createApiClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { seedLoadData } from "./seedLoadData.ts";
import { startHostileKey } from "./startHostileKey.ts";
import { quantile } from "./statistics.ts";

const seconds = Number(process.env["LOAD_SECONDS"] ?? 60);
/** Quiet and not by turns, as other work on the machine changes. */
const rounds = 3;
const lanes = 32;
const maxRatio = 3;
/** A person turns a page so often, ms. */
const everyMs = 200;

/** Measures a list of orders while nothing else goes on, and beside one access key that sends as fast as it can. */
export async function measureHostileKey(dataDir: string): Promise<BenchResult[]> {
  const secretKey = randomBytes(32);
  const { accounts, devices } = await seedLoadData(dataDir, secretKey, {
    orders: 20_000,
    accounts: 1,
    devices: 1,
  });
  const [account, device] = [accounts[0], devices[0]];
  if (!account || !device) throw new Error("There is no account or device");
  const env = { FLEET: "40", SECRET_KEY: secretKey.toString("hex"), LOG_LEVEL: "error" };
  await using server = await startServer({ dataDir, env, asStarted: true });
  const { token, uToken } = account;
  const admin = createApiClient(server.url, { authorization: token, "u-token": uToken });

  const readLists = async () => {
    const times: number[] = [];
    let refused = 0;
    const [startedAt, cpuS] = [performance.now(), await readCpuS(server.url)];
    for (let turn = 0; performance.now() < startedAt + (seconds * 1_000) / rounds; turn += 1) {
      const from = performance.now();
      const body = { pageNo: 1 + (turn % 7), pageSize: 20 };
      const { status } = await admin.call("POST", "/order/v3/pageList", body);
      if (status === 200) times.push(performance.now() - from);
      else refused += 1;
      await wait(everyMs);
    }
    const passedS = (performance.now() - startedAt) / 1_000;
    return { times, refused, cpu: ((await readCpuS(server.url)) - cpuS) / passedS };
  };
  type Lists = Awaited<ReturnType<typeof readLists>>;

  await readLists();
  const { droneSn, ...key } = device;
  const [quiet, beside]: [Lists[], Lists[]] = [[], []];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await readLists());
    const hostile = startHostileKey({ account: { ...key, url: server.url }, droneSn, lanes });
    beside.push(await readLists());
    for (const [answer, count] of Object.entries(await hostile.stop()))
      answers[answer] = (answers[answer] ?? 0) + count;
  }
  await server.stop();
  const getTimes = (lists: readonly Lists[]) => lists.flatMap(({ times }) => times);
  const format = (lists: readonly Lists[]) => {
    const times = getTimes(lists);
    const cpu = lists.reduce((sum, list) => sum + list.cpu, 0) / rounds;
    return `${quantile(times, 0.5).toFixed(0)}, ${quantile(times, 0.95).toFixed(0)} ms, ${cpu.toFixed(2)} s/s`;
  };
  const ratio = quantile(getTimes(beside), 0.5) / quantile(getTimes(quiet), 0.5);
  const refused = beside.reduce((sum, list) => sum + list.refused, 0);
  return [
    {
      label: "a list of orders, quiet: p50, p95, server's CPU",
      measured: format(quiet),
      budget: "",
    },
    {
      label: `the same beside one hostile key with ${lanes} calls at once; ratio of p50; refused`,
      measured: `${format(beside)}; ${ratio.toFixed(1)}; ${refused}`,
      budget: `≤ ${maxRatio} × quiet, 0 refused`,
      isWithinBudget: ratio <= maxRatio && refused === 0,
    },
    { label: "the key's calls by their answer", measured: JSON.stringify(answers), budget: "" },
  ];
}
