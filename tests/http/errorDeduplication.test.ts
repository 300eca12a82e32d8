import { notificationsStore } from "@mantine/notifications";
import { afterEach, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import { clearToasts, createErrorToasts, toast } from "../../src/app/toast/toast.tsx";
import { createEmitter } from "../../src/pageApi/createEmitter.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

afterEach(clearToasts);

const config = createConsoleConfig({ api: "https://api.example" });

/** The path from a failed call to a toast, with a fetch that returns what `answer` makes. */
function setupConsole(answer: (call: number) => Response) {
  const errorEmitter = createEmitter<[CallError]>();
  let calls = 0;
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: async () => {
      calls += 1;
      const callNumber = calls;
      // All calls are sent before the first response.
      await new Promise((later) => setTimeout(later, 20));
      return answer(callNumber);
    },
    onError: (error) => errorEmitter.emit(error),
  });
  const errorToasts = createErrorToasts(errorEmitter, toast);
  const showToasts = () => errorToasts.show(() => undefined);
  const call = () => client.call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } });
  const callTwelveTimes = () => Promise.allSettled(Array.from({ length: 12 }, call));
  return { callTwelveTimes, showToasts };
}

const getVisibleMessages = () => {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ message }) => message);
};
const createFailure = (message: string) => Response.json({ state: -1, message, data: null }, { status: 500 });

test("twelve calls that fail at the same time show one toast", async () => {
  const { callTwelveTimes, showToasts } = setupConsole(() => createFailure("服务器内部错误"));
  showToasts();
  const ends = await callTwelveTimes();
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(12);
  expect(getVisibleMessages()).toEqual(["服务器内部错误"]);
});

test("each different error shows one toast", async () => {
  const { callTwelveTimes, showToasts } = setupConsole((call) => createFailure(call % 2 === 0 ? "甲" : "乙"));
  showToasts();
  await callTwelveTimes();
  expect(getVisibleMessages().sort()).toEqual(["乙", "甲"].sort());
});

test("an error before the first subscriber is shown once, when it subscribes", async () => {
  const { callTwelveTimes, showToasts } = setupConsole(() => createFailure("服务器内部错误"));
  await callTwelveTimes();
  expect(getVisibleMessages()).toEqual([]);
  showToasts()();
  expect(getVisibleMessages()).toEqual(["服务器内部错误"]);
  clearToasts();
  showToasts();
  expect(getVisibleMessages()).toEqual([]);
});

test("onError gets what the caller shows itself", async () => {
  const reported: unknown[] = [];
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: () => Promise.reject(new Error("away")),
    onError: ({ kind }, _, { quiet }) => void reported.push([kind, quiet]),
  });
  await client
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } }, { quiet: true })
    .catch(() => undefined);
  await client
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
    .catch(() => undefined);
  expect(reported).toEqual([
    ["offline", true],
    ["offline", false],
  ]);
});
