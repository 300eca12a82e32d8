import { expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";
import { setupForm } from "./setupForm.ts";

const formConfig = companyForm as unknown as FormConfig<AnyRow>;
const newDraftKey = "draft.company.create";
const warning = "草稿没有保存到服务器，请先不要离开此页";
const rejectOffline = () => Promise.reject(new CallError("offline", ""));

/** A server that can be unreachable or slow; `requests` records the storage accesses. */
function createFakeServer(stored = new Map<string, unknown>()) {
  const connection = createFakeConnection();
  let respond: () => Promise<void> = async () => undefined;
  const requests: string[] = [];
  return {
    options: {
      stored,
      connection,
      call: () => respond().then(() => ({ id: "1" })),
      beforeAccess: (what: string) => {
        requests.push(what);
        return respond();
      },
    },
    connection,
    requests,
    disconnect: () => {
      respond = rejectOffline;
      connection.setPhase("down", 1);
    },
    reconnect: () => {
      respond = async () => undefined;
      connection.setPhase("online", null);
    },
    setResponse: (next: () => Promise<void>) => {
      respond = next;
    },
  };
}

/** A call that the test settles later. */
function createPendingCall() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  return { wait: () => promise, resolve: () => resolve(), fail: () => reject(new CallError("timeout", "")) };
}

it("a draft that could not be stored warns once and is stored after the reconnect", async () => {
  const { options, disconnect, reconnect, connection } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  disconnect();
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  expect(form.warnings).toEqual([warning]);
  reconnect();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  expect([form.warnings.length, connection.countListeners()]).toEqual([1, 0]);
});

it("a draft tells the desk where its form is, by default on its page", async () => {
  const form = await setupForm(formConfig, null);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  expect(form.stored.get(newDraftKey)).toMatchObject({ "draft.about": { address: "/page/of/the/form" } });
});

it("a form closed with an unknown result is offered again and stored after the reconnect", async () => {
  const { options, disconnect, reconnect } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  disconnect();
  await form.submit();
  expect(form.has("unknown")).toBe(true);
  form.close();
  expect(form.isUnsaved()).toBe(true);
  await form.flush();
  expect(form.isUnsaved()).toBe(true);
  await form.open(null);
  expect([form.has("draft"), form.values().name]).toEqual([true, ""]);
  form.restore();
  expect(form.values().name).toBe("云端测绘");
  reconnect();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  form.close();
  expect(form.has("confirm")).toBe(true);
});

it("an older draft that could not be read is merged with a newer one and not removed", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, disconnect, reconnect } = createFakeServer(new Map([[newDraftKey, older]]));
  disconnect();
  const form = await setupForm(formConfig, null, options);
  expect(form.has("draft")).toBe(false);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  reconnect();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘", remark: "走访" });
  form.type({ name: "云端测绘院" });
  await form.advance(1_000);
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘院", remark: "走访" });
  await form.submit();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject(older);
  await form.open(null);
  expect(form.has("draft")).toBe(true);
});

it("an older draft that loads after the form was saved is neither overwritten nor removed", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, setResponse } = createFakeServer(new Map([[newDraftKey, older]]));
  const slow = createPendingCall();
  setResponse(slow.wait);
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  setResponse(async () => undefined);
  await form.submit();
  slow.resolve();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject(older);
});

it("a late failure of an older draft does not overwrite the newest one", async () => {
  const { options, setResponse, connection, requests } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createPendingCall();
  setResponse(slow.wait);
  form.type({ name: "云" });
  await form.advance(1_000);
  setResponse(async () => undefined);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  connection.setPhase("down", 1);
  slow.fail();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  connection.setPhase("online", null);
  await form.flush();
  expect(requests).toEqual(["get", "set", "set"]);
  expect([form.warnings, connection.countListeners()]).toEqual([[], 0]);
});

it("a saved form stores no draft and shows no warning", async () => {
  const { options, setResponse, connection, requests } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createPendingCall();
  setResponse(slow.wait);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  setResponse(async () => undefined);
  connection.setPhase("down", 1);
  await form.submit();
  slow.fail();
  await form.flush();
  connection.setPhase("online", null);
  await form.flush();
  expect([form.stored.size, form.warnings, requests]).toEqual([0, [], ["get", "set", "remove"]]);
});

it("drafts of two records are both stored", async () => {
  const { options, disconnect, reconnect } = createFakeServer();
  const [one, other] = ["7", "8"].map((id) => ({ id, version: 1 }) as AnyRow);
  const form = await setupForm(formConfig, one ?? null, options);
  disconnect();
  form.type({ remark: "走访" });
  await form.submit();
  form.close();
  await form.open(other ?? null);
  form.type({ remark: "已回访" });
  await form.submit();
  form.close();
  await form.flush();
  reconnect();
  await form.flush();
  expect(form.stored.get("draft.company.7")).toMatchObject({ remark: "走访" });
  expect(form.stored.get("draft.company.8")).toMatchObject({ remark: "已回访" });
});

it("a request that started before the reconnect and failed after it is repeated", async () => {
  const { options, setResponse, connection } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const dead = createPendingCall();
  setResponse(dead.wait);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  connection.setPhase("down", 1);
  setResponse(async () => undefined);
  connection.setPhase("online", null);
  dead.fail();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  expect(form.warnings).toEqual([]);
});

it("a draft of a closed page is not stored", async () => {
  const { options, disconnect, reconnect, connection } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  disconnect();
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  form.endPage();
  reconnect();
  await form.flush();
  expect([form.stored.size, connection.countListeners()]).toEqual([0, 0]);
});

it("a queued draft is not sent after the page closes: another user may be signed in by then", async () => {
  const { options, setResponse, requests } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createPendingCall();
  setResponse(slow.wait);
  form.type({ name: "云" });
  await form.advance(1_000);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  form.endPage();
  slow.resolve();
  await form.flush();
  expect(requests).toEqual(["get", "set"]);
});

it("a stored draft of an unknown result is merged with a newer one if it could not be offered", async () => {
  const { options, setResponse } = createFakeServer();
  const slow = createPendingCall();
  setResponse(slow.wait);
  const form = await setupForm(formConfig, null, options);
  form.type({ remark: "走访" });
  setResponse(rejectOffline);
  await form.submit();
  slow.resolve();
  setResponse(async () => undefined);
  form.close();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ remark: "走访" });
  expect(form.isUnsaved()).toBe(false);
  setResponse(rejectOffline);
  await form.open(null);
  expect(form.has("draft")).toBe(false);
  setResponse(async () => undefined);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  expect(form.stored.get(newDraftKey)).toMatchObject({ name: "云端测绘", remark: "走访" });
});

it("a draft is not stored if the page closes while its older draft is loading", async () => {
  const { options, disconnect, setResponse, connection, requests } = createFakeServer();
  disconnect();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  await form.advance(1_000);
  const slow = createPendingCall();
  setResponse(slow.wait);
  connection.setPhase("online", null);
  await form.flush();
  form.endPage();
  slow.resolve();
  await form.flush();
  expect(requests).toEqual(["get", "get", "get"]);
});

it("prefilled values do not overwrite an older draft", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, disconnect, reconnect } = createFakeServer(new Map([[newDraftKey, older]]));
  const form = await setupForm(formConfig, null, options);
  form.close();
  disconnect();
  await form.open(null, { name: "带来的名称" });
  form.type({ contact: "王五" });
  await form.advance(1_000);
  reconnect();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toMatchObject({ ...older, contact: "王五" });
});

it("an unreadable older draft remains if the form is saved before a draft is stored", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, disconnect, reconnect } = createFakeServer(new Map([[newDraftKey, older]]));
  disconnect();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  reconnect();
  await form.submit();
  await form.flush();
  expect(form.stored.get(newDraftKey)).toEqual(older);
});

it("reverted changes do not count as unsaved, even if they could not be stored", async () => {
  const { options, disconnect } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  disconnect();
  form.type({ name: "云" });
  form.type({ name: "" });
  await form.advance(1_000);
  expect([form.warnings, form.isUnsaved()]).toEqual([[warning], false]);
});
