import { setTimeout as wait } from "node:timers/promises";
import type { Account } from "./seedLoadData.ts";

/** Message to this process: workers to start, each requesting one list after the other. */
export interface WorkerOptions {
  readonly url: string;
  readonly workers: number;
  readonly accounts: readonly Account[];
}
/** Reply to the stop message. */
export interface WorkerResults {
  /** Response time of each successful list, ms. */
  readonly times: readonly number[];
  /** Number of 503 responses with Retry-After. */
  readonly busy: number;
  /** Other responses and network errors, counted by kind. */
  readonly others: Readonly<Record<string, number>>;
}

const lists = ["/user/pageList", "/company/pageList", "/order/v3/pageList", "/x/audit/list", "/x/staff/list"];
const keywords = ["", "科技", "无人机", "李", ""];

const times: number[] = [];
const otherResponses: Record<string, number> = {};
let busy = 0;

function countOther(what: string) {
  otherResponses[what] = (otherResponses[what] ?? 0) + 1;
}

async function requestList(url: string, { token, uToken }: Account, turn: number): Promise<void> {
  const keyword = keywords[turn % keywords.length];
  const body = JSON.stringify({ pageNo: 1 + (turn % 7), pageSize: 20, ...(keyword ? { keyword } : {}) });
  const headers = { authorization: token, "u-token": uToken, "content-type": "application/json" };
  const startedAt = performance.now();
  const path = lists[turn % lists.length] ?? "";
  const response = await fetch(`${url}/wms/api${path}`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status === 200) {
    const { state } = JSON.parse(text) as { state: number };
    if (state === 0) times.push(performance.now() - startedAt);
    else countOther(`state ${state}`);
  } else if (response.status === 503) {
    busy += 1;
    await wait(Number(response.headers.get("retry-after")) * 1_000);
  } else countOther(String(response.status));
}

async function runWorker({ url, accounts }: WorkerOptions, worker: number): Promise<never> {
  const account = accounts[worker % accounts.length];
  if (!account) throw new Error("There is no account");
  for (let turn = worker; ; turn++)
    await requestList(url, account, turn).catch((error: unknown) => countOther(String(error)));
}

process.on("message", (order: WorkerOptions | "stop") => {
  if (order === "stop") {
    process.send?.({ times, busy, others: otherResponses } satisfies WorkerResults, () => process.exit(0));
    return;
  }
  for (let worker = 0; worker < order.workers; worker++) void runWorker(order, worker);
});
