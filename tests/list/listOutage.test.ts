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
const foundPage: ListPage<AnyRow> = { list: [{ id: "1" }, { id: "2" }], total: 42 };
const outage = new CallError("unavailable", "POST list", {
  message: "数据库暂时不可用",
  retryAfterMs: 5_000,
});
const flushPromises = () => new Promise((later) => setTimeout(later));

/** A visible list whose loads settle as `loadPage` does, with a simulated clock. */
function setupVisibleList(loadPage: () => Promise<ListPage<AnyRow>>) {
  const clock = new SimulatedClock();
  const loads: boolean[] = [];
  const machine = listMachine<AnyRow>({
    initialQuery: () => query,
    navigate: () => undefined,
    load: (_, __, quiet) => {
      loads.push(quiet);
      return loadPage();
    },
    jitter: (ms) => ms,
    runBatch: () => Promise.reject(new Error("unexpected batch")),
  });
  const list = createActor(machine, { clock }).start();
  list.send({ type: "page.show" });
  const advance = async (ms: number) => {
    clock.increment(ms);
    await flushPromises();
  };
  return { list, loads, advance };
}

it("retries quietly after 5, then every 10 s, and starts over after a success", async () => {
  let loadPage = () => Promise.reject<ListPage<AnyRow>>(outage);
  const { list, loads, advance } = setupVisibleList(() => loadPage());
  await flushPromises();
  const waits = [5_000, 10_000, 10_000, 10_000, 10_000];
  for (const [turn, ms] of waits.entries()) {
    await advance(ms - 1);
    expect(loads).toHaveLength(turn + 1);
    await advance(1);
    expect(loads).toHaveLength(turn + 2);
  }
  expect(loads).toEqual([false, true, true, true, true, true]);
  loadPage = () => Promise.resolve(foundPage);
  await advance(60_000);
  expect(list.getSnapshot().hasTag("ready")).toBe(true);
  await advance(600_000);
  expect(loads).toHaveLength(7);
  loadPage = () => Promise.reject(outage);
  list.send({ type: "refresh" });
  await flushPromises();
  await advance(5_000);
  expect(loads.slice(7)).toEqual([false, true]);
});

it("waits for the time in Retry-After", async () => {
  const late = new CallError("unavailable", "POST list", { retryAfterMs: 120_000 });
  const { loads, advance } = setupVisibleList(() => Promise.reject(late));
  await flushPromises();
  await advance(119_999);
  expect(loads).toHaveLength(1);
  await advance(1);
  expect(loads).toHaveLength(2);
});

it("adds a jitter of up to 50 % to retry delays", () => {
  const { jitter } = createListPort({} as ListConfig, {} as Client, {} as never);
  const waits = Array.from({ length: 200 }, () => jitter(10_000));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
  expect(new Set(waits).size).toBeGreaterThan(100);
});

it.each(["unavailable", "offline", "timeout", "tooMany"] as const)(
  "keeps rows and total after a refresh fails with %s, also while retrying",
  async (kind) => {
    let loadPage = () => Promise.resolve(foundPage);
    const { list, advance } = setupVisibleList(() => loadPage());
    await flushPromises();
    loadPage = () => Promise.reject(new CallError(kind, "POST list"));
    list.send({ type: "refresh" });
    await flushPromises();
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "stale",
      foundPage,
    ]);
    loadPage = () => new Promise(() => undefined);
    await advance(5_000);
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "stale",
      foundPage,
    ]);
  },
);

it.each(["server", "contract", "forbidden"] as const)(
  "shows neither rows nor total after a refresh fails with %s",
  async (kind) => {
    let loadPage = () => Promise.resolve(foundPage);
    const { list } = setupVisibleList(() => loadPage());
    await flushPromises();
    loadPage = () => Promise.reject(new CallError(kind, "POST list"));
    list.send({ type: "refresh" });
    await flushPromises();
    expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
      "failed",
      null,
    ]);
  },
);

it("shows no total after a refresh of an empty list fails", async () => {
  let loadPage = () => Promise.resolve<ListPage<AnyRow>>({ list: [], total: 0 });
  const { list } = setupVisibleList(() => loadPage());
  await flushPromises();
  loadPage = () => Promise.reject(outage);
  list.send({ type: "refresh" });
  await flushPromises();
  expect([selectFailure(list.getSnapshot()), selectDisplayedPage(list.getSnapshot())]).toEqual([
    "failed",
    null,
  ]);
});

it("waits 30 s after a timeout before retrying", async () => {
  const late = Object.assign(new Error(""), { kind: "timeout" });
  const { loads, advance } = setupVisibleList(() => Promise.reject(late));
  await flushPromises();
  await advance(29_999);
  expect(loads).toHaveLength(1);
  await advance(1);
  expect(loads).toEqual([false, true]);
});
