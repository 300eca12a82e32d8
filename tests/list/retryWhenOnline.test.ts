import { expect, it } from "vitest";
import { createActor } from "xstate";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import { listMachine } from "../../machines/list.machine.ts";
import type { ListPage } from "../../machines/listQuery.ts";
import type { AnyRow } from "../../src/list/definition.ts";
import { retryWhenOnline } from "../../src/list/page/retryWhenOnline.ts";
import { simulatedLine } from "../simulatedLine.ts";

/** A list whose answers are given by hand, one for each time it asks, with the line it is followed by. */
function followedList() {
  const asked: PromiseWithResolvers<ListPage<AnyRow>>[] = [];
  const machine = listMachine<AnyRow>({
    query: () => ({ pageNo: 1, pageSize: 20, filters: {} }),
    go: () => undefined,
    jitter: (ms) => ms,
    load: () => {
      const answer = Promise.withResolvers<ListPage<AnyRow>>();
      asked.push(answer);
      return answer.promise;
    },
    act: () => Promise.reject(new Error("Nothing is done here")),
  });
  const list = createActor(machine).start();
  const line = simulatedLine();
  const told = () => new Promise((resolve) => setTimeout(resolve));
  return {
    list,
    line,
    asked,
    fails: (kind: ErrorKind) => {
      asked.at(-1)?.reject(new CallError(kind, "POST list"));
      return told();
    },
    comes: () => {
      asked.at(-1)?.resolve({ list: [{ id: "1" }], total: 1 });
      return told();
    },
    outage: () => {
      line.becomes("down", 1);
      line.becomes("online", null);
    },
  };
}

it.each(["offline", "timeout"] as const)(
  "Asks anew after each outage for what failed as %s",
  async (kind) => {
    const { list, line, asked, fails, comes, outage } = followedList();
    retryWhenOnline(list, line);
    await fails(kind);
    line.becomes("down", 1);
    expect(asked.length).toBe(1);
    line.becomes("online", null);
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
  const { list, line, asked, fails, outage } = followedList();
  retryWhenOnline(list, line);
  await fails("forbidden");
  outage();
  expect(asked.length).toBe(1);
});

it("Asks once more for what was asked before the line came back and fails after, and no oftener", async () => {
  const { list, line, asked, fails, outage } = followedList();
  retryWhenOnline(list, line);
  outage();
  await fails("timeout");
  expect(asked.length).toBe(2);
  await fails("timeout");
  expect([asked.length, list.getSnapshot().hasTag("failed")]).toEqual([2, true]);
});

it("Asks where the line came back while nobody looked, and nothing after it is given up", async () => {
  const { list, line, asked, fails, outage } = followedList();
  await fails("offline");
  outage();
  const giveUp = retryWhenOnline(list, line);
  expect(asked.length).toBe(2);
  await fails("offline");
  giveUp();
  outage();
  expect([asked.length, line.listeners()]).toEqual([2, 0]);
});
