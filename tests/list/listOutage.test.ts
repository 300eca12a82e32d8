import { expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { listMachine } from "../../machines/list.machine.ts";
import type { ListPage } from "../../machines/listQuery.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";
import { selectDisplayedPage, selectFailure } from "../../src/list/page/selectDisplayedPage.ts";

const query = { pageNo: 1, pageSize: 20, filters: {} };
const found: ListPage<AnyRow> = { list: [{ id: "1" }, { id: "2" }], total: 42 };
const outage = new CallError("unavailable", "POST list", {
  message: "数据库暂时不可用",
  retryAfterMs: 5_000,
});
const flushPromises = () => new Promise((later) => setTimeout(later));

/** A list on the screen, whose loads end as `answer` says, and its timers. */
function setupVisibleList(answer: () => Promise<ListPage<AnyRow>>) {
  const clock = new SimulatedClock();
  const loads: boolean[] = [];
  const machine = listMachine<AnyRow>({
    initialQuery: () => query,
    navigate: () => undefined,
    load: (_, __, quiet) => {
      loads.push(quiet);
      return answer();
    },
    jitter: (ms) => ms,
    runBatch: () => Promise.reject(new Error("Nothing is done here")),
  });
  const list = createActor(machine, { clock }).start();
  list.send({ type: "page.show" });
  const passes = async (ms: number) => {
    clock.increment(ms);
    await flushPromises();
  };
  return { list, loads, passes };
}

it("Asks again after 5, 10, 10, 10 and 10 s, says nothing of it but the first time, and after a success begins anew", async () => {
  let answer = () => Promise.reject<ListPage<AnyRow>>(outage);
  const { list, loads, passes } = setupVisibleList(() => answer());
  await flushPromises();
  const waits = [5_000, 10_000, 10_000, 10_000, 10_000];
  for (const [turn, ms] of waits.entries()) {
    await passes(ms - 1);
    expect(loads).toHaveLength(turn + 1);
    await passes(1);
    expect(loads).toHaveLength(turn + 2);
  }
  expect(loads).toEqual([false, true, true, true, true, true]);
  answer = () => Promise.resolve(found);
  await passes(60_000);
  expect(list.getSnapshot().hasTag("ready")).toBe(true);
  await passes(600_000);
  expect(loads).toHaveLength(7);
  answer = () => Promise.reject(outage);
  list.send({ type: "refresh" });
  await flushPromises();
  await passes(5_000);
  expect(loads.slice(7)).toEqual([false, true]);
});

it("Asks no sooner than the server wants to be asked", async () => {
  const late = new CallError("unavailable", "POST list", { retryAfterMs: 120_000 });
  const { loads, passes } = setupVisibleList(() => Promise.reject(late));
  await flushPromises();
  await passes(119_999);
  expect(loads).toHaveLength(1);
  await passes(1);
  expect(loads).toHaveLength(2);
});

it("Spreads its retries over half as long again", () => {
  const { jitter } = createListPort({} as ListConfig, {} as Client, {} as never);
  const waits = Array.from({ length: 200 }, () => jitter(10_000));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
  expect(new Set(waits).size).toBeGreaterThan(100);
});

it.each(["unavailable", "offline", "timeout", "tooMany"] as const)(
  "Keeps the rows and their number after a refresh that fails as %s, also while it asks again",
  async (kind) => {
    let answer = () => Promise.resolve(found);
    const { list, passes } = setupVisibleList(() => answer());
    await flushPromises();
    answer = () => Promise.reject(new CallError(kind, "POST list"));
    list.send({ type: "refresh" });
    await flushPromises();
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "stale",
      found,
    ]);
    answer = () => new Promise(() => undefined);
    await passes(5_000);
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "stale",
      found,
    ]);
  },
);

it.each(["server", "contract", "forbidden"] as const)(
  "Shows no rows and no number of rows after a refresh that fails as %s",
  async (kind) => {
    let answer = () => Promise.resolve(found);
    const { list } = setupVisibleList(() => answer());
    await flushPromises();
    answer = () => Promise.reject(new CallError(kind, "POST list"));
    list.send({ type: "refresh" });
    await flushPromises();
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "failed",
      null,
    ]);
  },
);

it("Shows no number of rows where an empty list could not be read anew", async () => {
  let answer = () => Promise.resolve<ListPage<AnyRow>>({ list: [], total: 0 });
  const { list } = setupVisibleList(() => answer());
  await flushPromises();
  answer = () => Promise.reject(outage);
  list.send({ type: "refresh" });
  await flushPromises();
  expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
    "failed",
    null,
  ]);
});

it("Lets a server that is late work for 30 s before it is asked again", async () => {
  const late = Object.assign(new Error(""), { kind: "timeout" });
  const { loads, passes } = setupVisibleList(() => Promise.reject(late));
  await flushPromises();
  await passes(29_999);
  expect(loads).toHaveLength(1);
  await passes(1);
  expect(loads).toEqual([false, true]);
});
