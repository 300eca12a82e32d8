import { notificationsStore } from "@mantine/notifications";
import { afterEach, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import { createErrorToasts } from "../../src/app/toast/errorToasts.ts";
import { clearToasts, toast } from "../../src/app/toast/toast.tsx";
import { createEmitter } from "../../src/pageApi/createEmitter.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

afterEach(clearToasts);

const config = createConsoleConfig({ api: "https://api.example" });

/** The console's way from a failed call to the screen, before a server that answers with what `answer` makes. */
function setupConsole(answer: (call: number) => Response) {
  const errorEmitter = createEmitter<[CallError]>();
  let calls = 0;
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: async () => {
      calls += 1;
      const call = calls;
      // All of them are under way before the first one is answered.
      await new Promise((later) => setTimeout(later, 20));
      return answer(call);
    },
    onError: (fault) => errorEmitter.emit(fault),
  });
  const errorToasts = createErrorToasts(errorEmitter, toast);
  const voice = () => errorToasts.show(() => undefined);
  const ask = () => client.call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } });
  const twelve = () => Promise.allSettled(Array.from({ length: 12 }, ask));
  return { twelve, voice };
}

const getVisibleMessages = () => {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ message }) => message);
};
const createFailure = (message: string) => Response.json({ state: -1, message, data: null }, { status: 500 });

test("twelve calls that fail at the same moment are one message", async () => {
  const { twelve, voice } = setupConsole(() => createFailure("服务器内部错误"));
  voice();
  const ends = await twelve();
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(12);
  expect(getVisibleMessages()).toEqual(["服务器内部错误"]);
});

test("what fails for different reasons is said once each", async () => {
  const { twelve, voice } = setupConsole((call) => createFailure(call % 2 === 0 ? "甲" : "乙"));
  voice();
  await twelve();
  expect(getVisibleMessages().sort()).toEqual(["乙", "甲"].sort());
});

test("what fails before anybody listens is said as soon as somebody does, and once", async () => {
  const { twelve, voice } = setupConsole(() => createFailure("服务器内部错误"));
  await twelve();
  expect(getVisibleMessages()).toEqual([]);
  voice()();
  expect(getVisibleMessages()).toEqual(["服务器内部错误"]);
  clearToasts();
  voice();
  expect(getVisibleMessages()).toEqual([]);
});

test("The client tells who listens to failures whether the caller shows them by itself", async () => {
  const told: unknown[] = [];
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: () => Promise.reject(new Error("away")),
    onError: ({ kind }, _, quiet) => void told.push([kind, quiet]),
  });
  await client
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } }, { quiet: true })
    .catch(() => undefined);
  await client
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
    .catch(() => undefined);
  expect(told).toEqual([
    ["offline", true],
    ["offline", false],
  ]);
});
