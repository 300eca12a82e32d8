import { expect, it } from "vitest";
import { createActor } from "xstate";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import { listMachine } from "../../machines/list.machine.ts";
import type { ListPage } from "../../machines/listQuery.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { retryWhenOnline } from "../../src/list/page/retryWhenOnline.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

/** A list whose answers are given by hand, one for each time it asks, with the line it is followed by. */
function setupList() {
  const pendingLoads: PromiseWithResolvers<ListPage<AnyRow>>[] = [];
  const machine = listMachine<AnyRow>({
    initialQuery: () => ({ pageNo: 1, pageSize: 20, filters: {} }),
    navigate: () => undefined,
    jitter: (ms) => ms,
    load: () => {
      const answer = Promise.withResolvers<ListPage<AnyRow>>();
      pendingLoads.push(answer);
      return answer.promise;
    },
    runBatch: () => Promise.reject(new Error("Nothing is done here")),
  });
  const list = createActor(machine).start();
  const line = createFakeConnection();
  const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
  return {
    list,
    line,
    asked: pendingLoads,
    fails: (kind: ErrorKind) => {
      pendingLoads.at(-1)?.reject(new CallError(kind, "POST list"));
      return flushPromises();
    },
    comes: () => {
      pendingLoads.at(-1)?.resolve({ list: [{ id: "1" }], total: 1 });
      return flushPromises();
    },
    outage: () => {
      line.setPhase("down", 1);
      line.setPhase("online", null);
    },
  };
}

it.each(["offline", "timeout"] as const)(
  "Asks anew after each outage for what failed as %s",
  async (kind) => {
    const { list, line, asked, fails, comes, outage } = setupList();
    retryWhenOnline(list, line);
    await fails(kind);
    line.setPhase("down", 1);
    expect(asked.length).toBe(1);
    line.setPhase("online", null);
    expect(asked.length).toBe(2);
    await fails(kind);
    outage();
    expect(asked.length).toBe(3);
    await comes();
    outage();
    expect([asked.length, list.getSnapshot().hasTag("ready")]).toEqual([3, true]);
  },
);

it("Leaves alone what the server has refused", async () => {
  const { list, line, asked, fails, outage } = setupList();
  retryWhenOnline(list, line);
  await fails("forbidden");
  outage();
  expect(asked.length).toBe(1);
});

it("Asks once more for what was asked before the line came back and fails after, and no oftener", async () => {
  const { list, line, asked, fails, outage } = setupList();
  retryWhenOnline(list, line);
  outage();
  await fails("timeout");
  expect(asked.length).toBe(2);
  await fails("timeout");
  expect([asked.length, list.getSnapshot().hasTag("failed")]).toEqual([2, true]);
});

it("Asks where the line came back while nobody looked, and nothing after it is given up", async () => {
  const { list, line, asked, fails, outage } = setupList();
  await fails("offline");
  outage();
  const giveUp = retryWhenOnline(list, line);
  expect(asked.length).toBe(2);
  await fails("offline");
  giveUp();
  outage();
  expect([asked.length, line.countListeners()]).toEqual([2, 0]);
});
