import { expect, it } from "vitest";
import { createActor } from "xstate";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import { listMachine } from "../../machines/list.machine.ts";
import type { ListPage } from "../../machines/listQuery.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { retryWhenOnline } from "../../src/list/page/retryWhenOnline.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

/** A list whose loads the test settles, with a fake connection. */
function setupList() {
  const pendingLoads: PromiseWithResolvers<ListPage<AnyRow>>[] = [];
  const machine = listMachine<AnyRow>({
    initialQuery: () => ({ pageNo: 1, pageSize: 20, filters: {} }),
    navigate: () => undefined,
    jitter: (ms) => ms,
    load: () => {
      const pendingLoad = Promise.withResolvers<ListPage<AnyRow>>();
      pendingLoads.push(pendingLoad);
      return pendingLoad.promise;
    },
    runBatch: () => Promise.reject(new Error("unexpected batch")),
  });
  const list = createActor(machine).start();
  const connection = createFakeConnection();
  const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
  return {
    list,
    connection,
    loads: pendingLoads,
    failLoad: (kind: ErrorKind) => {
      pendingLoads.at(-1)?.reject(new CallError(kind, "POST list"));
      return flushPromises();
    },
    completeLoad: () => {
      pendingLoads.at(-1)?.resolve({ list: [{ id: "1" }], total: 1 });
      return flushPromises();
    },
    simulateOutage: () => {
      connection.setPhase("down", 1);
      connection.setPhase("online", null);
    },
  };
}

it.each(["offline", "timeout"] as const)(
  "retries after each outage a load that failed with %s",
  async (kind) => {
    const { list, connection, loads, failLoad, completeLoad, simulateOutage } = setupList();
    retryWhenOnline(list, connection);
    await failLoad(kind);
    connection.setPhase("down", 1);
    expect(loads.length).toBe(1);
    connection.setPhase("online", null);
    expect(loads.length).toBe(2);
    await failLoad(kind);
    simulateOutage();
    expect(loads.length).toBe(3);
    await completeLoad();
    simulateOutage();
    expect([loads.length, list.getSnapshot().hasTag("ready")]).toEqual([3, true]);
  },
);

it("does not retry a load that the server refused", async () => {
  const { list, connection, loads, failLoad, simulateOutage } = setupList();
  retryWhenOnline(list, connection);
  await failLoad("forbidden");
  simulateOutage();
  expect(loads.length).toBe(1);
});

it("retries once a load that started before the reconnect and failed after it", async () => {
  const { list, connection, loads, failLoad, simulateOutage } = setupList();
  retryWhenOnline(list, connection);
  simulateOutage();
  await failLoad("timeout");
  expect(loads.length).toBe(2);
  await failLoad("timeout");
  expect([loads.length, list.getSnapshot().hasTag("failed")]).toEqual([2, true]);
});

it("retries if the reconnect happened while hidden, and never after it is stopped", async () => {
  const { list, connection, loads, failLoad, simulateOutage } = setupList();
  await failLoad("offline");
  simulateOutage();
  const stop = retryWhenOnline(list, connection);
  expect(loads.length).toBe(2);
  await failLoad("offline");
  stop();
  simulateOutage();
  expect([loads.length, connection.countListeners()]).toEqual([2, 0]);
});
