import { afterEach, beforeEach, expect, test } from "vitest";
import { templateCalls } from "../../adapters/contract/template.ts";
import { userCalls } from "../../adapters/contract/user.ts";
import type { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import { createTabChannel } from "../../adapters/http/tabChannel.ts";
import { createStartActor } from "../../src/app/boot/createStartActor.ts";
import {
  type PasswordWarningActor,
  startPasswordWarning,
} from "../../src/app/session/startPasswordWarning.ts";
import { watchPasswordRequired } from "../../src/app/session/watchPasswordRequired.ts";
import { createEmitter } from "../../src/pageApi/createEmitter.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";
import { setupFakePage } from "./setupFakePage.ts";

const reason = { reason: "initialPassword" };
const message = "请先修改初始密码";

const mustChange = { state: 1, message, data: { mustChange: true } };
const fine = { state: 0, message: "", data: { mustChange: false } };

/** The password warning and a client with these responses, in order, to the status call and to other calls. */
function setupPasswordGuard(statuses: readonly object[], others: readonly object[]) {
  const remaining = { statuses: [...statuses], others: [...others] };
  const effects: string[] = [];
  const errorEmitter = createEmitter<[CallError]>();
  const client = createClient({
    config: () => createConsoleConfig(),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: async (address) => {
      const responses = String(address).endsWith("/checkPwdStatus") ? remaining.statuses : remaining.others;
      return Response.json(responses.shift() ?? {});
    },
    onError: errorEmitter.emit,
  });
  const record = (text: string) => void effects.push(text);
  const toast = { success: record, warning: record, error: record, undoable: record };
  const tabs = createTabChannel("password");
  const warning = startPasswordWarning(createStartActor(null), {
    client,
    toast,
    tabs,
    firstPaint: Promise.resolve(),
  });
  running.push(warning);
  const stop = watchPasswordRequired({ errors: errorEmitter, tabs }, warning, {
    closePages: () => record("pages closed"),
    resume: () => record("resumed"),
  });
  return { client, warning, effects, remaining, stop };
}

const running: PasswordWarningActor[] = [];
let page: ReturnType<typeof setupFakePage>;
beforeEach(() => {
  page = setupFakePage();
});
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop();
  page.restore();
});

const getErrorKind = (call: Promise<unknown>) => call.catch(({ kind }) => kind);
const mustChangePassword = (warning: PasswordWarningActor) => warning.getSnapshot().context.mustChange;

test.each(["api", "proxy"] as const)(
  "a call refused on the %s base closes the pages until the password is changed",
  async (host) => {
    const refusal = { message, data: reason };
    const { client, warning, effects } = setupPasswordGuard(
      [mustChange],
      [host === "api" ? { state: -1, ...refusal } : { code: -1, ...refusal }],
    );
    const refused =
      host === "api"
        ? client.call(userCalls.userOne, { params: { id: "1" } })
        : client.call(templateCalls.templateUserInfo, {});
    expect(await getErrorKind(refused)).toBe("initialPassword");
    await expect.poll(() => warning.getSnapshot().value).toBe("warned");
    expect([mustChangePassword(warning), effects]).toEqual([true, ["pages closed"]]);
    warning.send({ type: "change.click" });
    warning.send({ type: "password.changed" });
    expect([mustChangePassword(warning), effects]).toEqual([false, ["pages closed", "resumed"]]);
  },
);

test("a refused download has the same error kind", async () => {
  const { client } = setupPasswordGuard([mustChange], [{ state: -1, message, data: reason }]);
  expect(await getErrorKind(client.download(userCalls.userOne, { params: { id: "1" } }))).toBe(
    "initialPassword",
  );
});

test("other refusals, and a status 1 without `mustChange`, leave the pages open", async () => {
  const { client, warning, effects } = setupPasswordGuard(
    [{ state: 1, message: "密码为初始密码" }],
    [
      { state: -1, message, data: { reason: "other" } },
      { state: -1, message },
    ],
  );
  for (const _ of [1, 2])
    expect(await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }))).toBe("refused");
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  expect([mustChangePassword(warning), effects]).toEqual([false, []]);
});

test("a refusal that arrives after the change checks the status again and resumes the pages", async () => {
  const { client, warning, effects, remaining } = setupPasswordGuard(
    [fine, fine],
    [{ state: -1, message, data: reason }],
  );
  await expect.poll(() => warning.getSnapshot().value).toBe("ok");
  expect(await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }))).toBe("initialPassword");
  await expect.poll(() => effects).toEqual(["pages closed", "resumed"]);
  expect(remaining.statuses).toEqual([]);
});

test.each([["warned"], ["changing"]] as const)(
  "a change in another tab, in state %s, checks the status again and resumes the pages",
  async (state) => {
    const { warning, effects, remaining } = setupPasswordGuard([mustChange, fine], []);
    await expect.poll(() => warning.getSnapshot().value).toBe("warned");
    if (state === "changing") warning.send({ type: "change.click" });
    await page.postFromOtherTab("password", { type: "tab.passwordChanged" });
    await expect.poll(() => warning.getSnapshot().value).toBe("ok");
    expect([mustChangePassword(warning), effects, remaining.statuses]).toEqual([
      false,
      ["pages closed", "resumed"],
      [],
    ]);
  },
);

test("a message of another tab alone does not close the dialog, only the platform's status does", async () => {
  const { warning, effects, remaining } = setupPasswordGuard([mustChange, mustChange], []);
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  await page.postFromOtherTab("password", { type: "tab.somethingNew" });
  expect(remaining.statuses).toEqual([mustChange]);
  await page.postFromOtherTab("password", { type: "tab.passwordChanged" });
  await expect.poll(() => remaining.statuses).toEqual([]);
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  expect([mustChangePassword(warning), effects]).toEqual([true, ["pages closed"]]);
});

test("a change is broadcast to other tabs, from the dialog and from the account menu", async () => {
  const { warning, remaining } = setupPasswordGuard([mustChange, fine], []);
  const received: unknown[] = [];
  createTabChannel("password").subscribe((message) => received.push(message));
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  warning.send({ type: "change.click" });
  warning.send({ type: "password.changed" });
  const changed = { type: "tab.passwordChanged" };
  await expect.poll(() => [received, warning.getSnapshot().value]).toEqual([[changed], "ok"]);
  warning.send({ type: "menu.passwordChanged" });
  await expect.poll(() => [received, warning.getSnapshot().value]).toEqual([[changed, changed], "ok"]);
  expect(remaining.statuses).toEqual([]);
});

test("after unsubscribing, errors and messages have no effect", async () => {
  const { client, warning, effects, stop } = setupPasswordGuard(
    [fine],
    [{ state: -1, message, data: reason }],
  );
  await expect.poll(() => warning.getSnapshot().value).toBe("ok");
  stop();
  await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }));
  await page.postFromOtherTab("password", { type: "tab.passwordChanged" });
  expect([mustChangePassword(warning), effects]).toEqual([false, []]);
});
