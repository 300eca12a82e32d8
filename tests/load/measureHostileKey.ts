import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createApiClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { seedLoadData } from "./seedLoadData.ts";
import { startHostileKey } from "./startHostileKey.ts";
import { quantile } from "./statistics.ts";

const seconds = Number(process.env["LOAD_SECONDS"] ?? 60);
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
    const endAt = performance.now() + seconds * 1_000;
    for (let turn = 0; performance.now() < endAt; turn += 1) {
      const from = performance.now();
      const body = { pageNo: 1 + (turn % 7), pageSize: 20 };
      const { status } = await admin.call("POST", "/order/v3/pageList", body);
      if (status === 200) times.push(performance.now() - from);
      else refused += 1;
      await wait(everyMs);
    }
    return { times, refused };
  };

  await readLists();
  const quiet = await readLists();
  const { droneSn, ...key } = device;
  const hostile = startHostileKey({ account: { ...key, url: server.url }, droneSn, lanes });
  const beside = await readLists();
  const answers = await hostile.stop();
  await server.stop();
  const ratio = quantile(beside.times, 0.5) / quantile(quiet.times, 0.5);
  const format = ({ times }: typeof quiet) =>
    `${quantile(times, 0.5).toFixed(0)}, ${quantile(times, 0.95).toFixed(0)} ms`;
  return [
    { label: "a list of orders, quiet: p50, p95", measured: format(quiet), budget: "" },
    {
      label: `the same beside one hostile key with ${lanes} calls at once: p50, p95, ratio of p50, refused`,
      measured: `${format(beside)}, ${ratio.toFixed(1)}, ${beside.refused}`,
      budget: `≤ ${maxRatio} × quiet, 0 refused`,
      isWithinBudget: ratio <= maxRatio && beside.refused === 0,
    },
    { label: "the key's calls by their answer", measured: JSON.stringify(answers), budget: "" },
  ];
}
