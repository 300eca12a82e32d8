import { setTimeout as wait } from "node:timers/promises";
import type { Account } from "./loadedFolder.ts";

/** What the bench asks of this process: so many workers that ask for one list after the other. */
export interface WorkersOrder {
  readonly url: string;
  readonly workers: number;
  readonly accounts: readonly Account[];
}
/** What it answers when asked to stop. */
export interface WorkersCount {
  /** Milliseconds of each list that was answered. */
  readonly times: readonly number[];
  /** Lists refused with 503 and a time to come back. */
  readonly busy: number;
  /** Whatever else was answered, or not answered, by what it was. */
  readonly others: Readonly<Record<string, number>>;
}

const lists = ["/user/pageList", "/company/pageList", "/order/v3/pageList", "/x/audit/list", "/x/staff/list"];
const keywords = ["", "科技", "无人机", "李", ""];

const times: number[] = [];
const others: Record<string, number> = {};
let busy = 0;

function noteOther(what: string) {
  others[what] = (others[what] ?? 0) + 1;
}

async function one(url: string, { token, uToken }: Account, turn: number): Promise<void> {
  const keyword = keywords[turn % keywords.length];
  const body = JSON.stringify({ pageNo: 1 + (turn % 7), pageSize: 20, ...(keyword ? { keyword } : {}) });
  const headers = { authorization: token, "u-token": uToken, "content-type": "application/json" };
  const begun = performance.now();
  const path = lists[turn % lists.length] ?? "";
  const response = await fetch(`${url}/wms/api${path}`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status === 200) {
    const { state } = JSON.parse(text) as { state: number };
    if (state === 0) times.push(performance.now() - begun);
    else noteOther(`state ${state}`);
  } else if (response.status === 503) {
    busy += 1;
    await wait(Number(response.headers.get("retry-after")) * 1_000);
  } else noteOther(String(response.status));
}

async function work({ url, accounts }: WorkersOrder, worker: number): Promise<never> {
  const account = accounts[worker % accounts.length];
  if (!account) throw new Error("Somebody has to be signed in");
  for (let turn = worker; ; turn++)
    await one(url, account, turn).catch((fault: unknown) => noteOther(String(fault)));
}

process.on("message", (order: WorkersOrder | "stop") => {
  if (order === "stop") {
    process.send?.({ times, busy, others } satisfies WorkersCount, () => process.exit(0));
    return;
  }
  for (let worker = 0; worker < order.workers; worker++) void work(order, worker);
});
