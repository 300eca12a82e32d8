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

/** The warning beside a client: what the status and what the other calls are answered with, one after the other. */
function setupPasswordGuard(statuses: readonly object[], others: readonly object[]) {
  const left = { statuses: [...statuses], others: [...others] };
  const done: string[] = [];
  const errorEmitter = createEmitter<[CallError]>();
  const client = createClient({
    config: () => createConsoleConfig(),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: async (address) => {
      const answers = String(address).endsWith("/checkPwdStatus") ? left.statuses : left.others;
      return Response.json(answers.shift() ?? {});
    },
    onError: errorEmitter.emit,
  });
  const note = (text: string) => void done.push(text);
  const toast = { success: note, warning: note, error: note };
  const tabs = createTabChannel("password");
  const warning = startPasswordWarning(createStartActor(null), {
    client,
    toast,
    tabs,
    firstPaint: Promise.resolve(),
  });
  running.push(warning);
  const stop = watchPasswordRequired({ errors: errorEmitter, tabs }, warning, {
    closePages: () => void done.push("pages closed"),
    resume: () => void done.push("gone on"),
  });
  return { client, warning, done, left, stop };
}

const running: PasswordWarningActor[] = [];
let page: ReturnType<typeof setupFakePage>;
beforeEach(() => {
  page = setupFakePage();
});
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop();
  page.leave();
});

const getErrorKind = (call: Promise<unknown>) => call.catch(({ kind }) => kind);
const mustChangePassword = (warning: PasswordWarningActor) => warning.getSnapshot().context.mustChange;

test.each(["api", "proxy"] as const)(
  "a call that is refused on the %s base closes the pages until the password is changed",
  async (host) => {
    const answer = { message, data: reason };
    const { client, warning, done } = setupPasswordGuard(
      [mustChange],
      [host === "api" ? { state: -1, ...answer } : { code: -1, ...answer }],
    );
    const refused =
      host === "api"
        ? client.call(userCalls.userOne, { params: { id: "1" } })
        : client.call(templateCalls.templateUserInfo, {});
    expect(await getErrorKind(refused)).toBe("initialPassword");
    await expect.poll(() => warning.getSnapshot().value).toBe("warned");
    expect([mustChangePassword(warning), done]).toEqual([true, ["pages closed"]]);
    warning.send({ type: "change.click" });
    warning.send({ type: "password.changed" });
    expect([mustChangePassword(warning), done]).toEqual([false, ["pages closed", "gone on"]]);
  },
);

test("a file that is refused is refused for the same reason", async () => {
  const { client } = setupPasswordGuard([mustChange], [{ state: -1, message, data: reason }]);
  expect(await getErrorKind(client.download(userCalls.userOne, { params: { id: "1" } }))).toBe(
    "initialPassword",
  );
});

test("any other refusal, and a status 1 of a platform that says no more, leave the pages open", async () => {
  const { client, warning, done } = setupPasswordGuard(
    [{ state: 1, message: "密码为初始密码" }],
    [
      { state: -1, message, data: { reason: "other" } },
      { state: -1, message },
    ],
  );
  for (const _ of [1, 2])
    expect(await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }))).toBe("refused");
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  expect([mustChangePassword(warning), done]).toEqual([false, []]);
});

test("a refusal that comes after the change has the status asked again, and the pages come back", async () => {
  const { client, warning, done, left } = setupPasswordGuard(
    [fine, fine],
    [{ state: -1, message, data: reason }],
  );
  await expect.poll(() => warning.getSnapshot().value).toBe("ok");
  expect(await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }))).toBe("initialPassword");
  await expect.poll(() => done).toEqual(["pages closed", "gone on"]);
  expect(left.statuses).toEqual([]);
});

test.each([["warned"], ["changing"]] as const)(
  "a change in another tab has the status asked again while the dialog is %s, and the pages come back",
  async (state) => {
    const { warning, done, left } = setupPasswordGuard([mustChange, fine], []);
    await expect.poll(() => warning.getSnapshot().value).toBe("warned");
    if (state === "changing") warning.send({ type: "change.click" });
    await page.tellElsewhere("password", { type: "tab.passwordChanged" });
    await expect.poll(() => warning.getSnapshot().value).toBe("ok");
    expect([mustChangePassword(warning), done, left.statuses]).toEqual([
      false,
      ["pages closed", "gone on"],
      [],
    ]);
  },
);

test("only the platform's answer closes the dialog, not what another tab says", async () => {
  const { warning, done, left } = setupPasswordGuard([mustChange, mustChange], []);
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  await page.tellElsewhere("password", { type: "tab.somethingNew" });
  expect(left.statuses).toEqual([mustChange]);
  await page.tellElsewhere("password", { type: "tab.passwordChanged" });
  await expect.poll(() => left.statuses).toEqual([]);
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  expect([mustChangePassword(warning), done]).toEqual([true, ["pages closed"]]);
});

test("the other tabs are told of a change, from the dialog and from the account menu", async () => {
  const { warning, left } = setupPasswordGuard([mustChange, fine], []);
  const heard: unknown[] = [];
  createTabChannel("password").subscribe((message) => heard.push(message));
  await expect.poll(() => warning.getSnapshot().value).toBe("warned");
  warning.send({ type: "change.click" });
  warning.send({ type: "password.changed" });
  const changed = { type: "tab.passwordChanged" };
  await expect.poll(() => [heard, warning.getSnapshot().value]).toEqual([[changed], "ok"]);
  warning.send({ type: "menu.passwordChanged" });
  await expect.poll(() => [heard, warning.getSnapshot().value]).toEqual([[changed, changed], "ok"]);
  expect(left.statuses).toEqual([]);
});

test("nothing is heard after the end", async () => {
  const { client, warning, done, stop } = setupPasswordGuard([fine], [{ state: -1, message, data: reason }]);
  await expect.poll(() => warning.getSnapshot().value).toBe("ok");
  stop();
  await getErrorKind(client.call(userCalls.userOne, { params: { id: "1" } }));
  await page.tellElsewhere("password", { type: "tab.passwordChanged" });
  expect([mustChangePassword(warning), done]).toEqual([false, []]);
});
