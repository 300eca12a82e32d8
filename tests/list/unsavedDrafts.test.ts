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

/** A server that can be away, slow with what is being kept, and back; each call it was reached for is in `asked`. */
function createFakeServer(stored = new Map<string, unknown>()) {
  const line = createFakeConnection();
  let answers: () => Promise<void> = async () => undefined;
  const requests: string[] = [];
  return {
    options: {
      kept: stored,
      connection: line,
      call: () => answers().then(() => ({ id: "1" })),
      beforeAccess: (what: string) => {
        requests.push(what);
        return answers();
      },
    },
    line,
    asked: requests,
    goes: () => {
      answers = rejectOffline;
      line.setPhase("down", 1);
    },
    returns: () => {
      answers = async () => undefined;
      line.setPhase("online", null);
    },
    answers: (how: () => Promise<void>) => {
      answers = how;
    },
  };
}

/** An answer that is still to come. */
function createHeldCall() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  return { wait: () => promise, comes: () => resolve(), fails: () => reject(new CallError("timeout", "")) };
}

it("A draft that could not be kept is kept when the line is back, said once to be missing", async () => {
  const { options, goes, returns, line } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  goes();
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  expect(form.warnings).toEqual([warning]);
  returns();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  expect([form.warnings.length, line.countListeners()]).toEqual([1, 0]);
});

it("A form closed without knowing whether it was saved is offered again, and kept when the line is back", async () => {
  const { options, goes, returns } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  goes();
  await form.submit();
  expect(form.has("unknown")).toBe(true);
  form.close();
  expect(form.unsaved()).toBe(true);
  await form.settled();
  expect(form.unsaved()).toBe(true);
  await form.open(null);
  expect([form.has("draft"), form.values().name]).toEqual([true, ""]);
  form.restore();
  expect(form.values().name).toBe("云端测绘");
  returns();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  form.close();
  expect(form.has("confirm")).toBe(true);
});

it("An older draft that could not be read is not overwritten by what is typed, nor dropped with it", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, goes, returns } = createFakeServer(new Map([[newDraftKey, older]]));
  goes();
  const form = await setupForm(formConfig, null, options);
  expect(form.has("draft")).toBe(false);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  returns();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘", remark: "走访" });
  form.type({ name: "云端测绘院" });
  await form.rest(1_000);
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘院", remark: "走访" });
  await form.submit();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject(older);
  await form.open(null);
  expect(form.has("draft")).toBe(true);
});

it("An older draft that came only after the form was sent is neither overwritten nor dropped", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, answers } = createFakeServer(new Map([[newDraftKey, older]]));
  const slow = createHeldCall();
  answers(slow.wait);
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  answers(async () => undefined);
  await form.submit();
  slow.comes();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject(older);
});

it("What was typed first is not kept over what was typed last, however late it fails", async () => {
  const { options, answers, line, asked } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createHeldCall();
  answers(slow.wait);
  form.type({ name: "云" });
  await form.rest(1_000);
  answers(async () => undefined);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  line.setPhase("down", 1);
  slow.fails();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  line.setPhase("online", null);
  await form.settled();
  expect(asked).toEqual(["get", "put", "put"]);
  expect([form.warnings, line.countListeners()]).toEqual([[], 0]);
});

it("Nothing is kept of what has been saved, and nothing said of it", async () => {
  const { options, answers, line, asked } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createHeldCall();
  answers(slow.wait);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  answers(async () => undefined);
  line.setPhase("down", 1);
  await form.submit();
  slow.fails();
  await form.settled();
  line.setPhase("online", null);
  await form.settled();
  expect([form.kept.size, form.warnings, asked]).toEqual([0, [], ["get", "put", "remove"]]);
});

it("Of two records each is kept", async () => {
  const { options, goes, returns } = createFakeServer();
  const [one, other] = ["7", "8"].map((id) => ({ id, version: 1 }) as AnyRow);
  const form = await setupForm(formConfig, one ?? null, options);
  goes();
  form.type({ remark: "走访" });
  await form.submit();
  form.close();
  await form.open(other ?? null);
  form.type({ remark: "已回访" });
  await form.submit();
  form.close();
  await form.settled();
  returns();
  await form.settled();
  expect(form.kept.get("draft.company.7")).toMatchObject({ remark: "走访" });
  expect(form.kept.get("draft.company.8")).toMatchObject({ remark: "已回访" });
});

it("What fails after the line is back, as it was sent before, is sent once more", async () => {
  const { options, answers, line } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const dead = createHeldCall();
  answers(dead.wait);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  line.setPhase("down", 1);
  answers(async () => undefined);
  line.setPhase("online", null);
  dead.fails();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘" });
  expect(form.warnings).toEqual([]);
});

it("Nothing is kept any more of a page that is left", async () => {
  const { options, goes, returns, line } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  goes();
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  form.leave();
  returns();
  await form.settled();
  expect([form.kept.size, line.countListeners()]).toEqual([0, 0]);
});

it("What waits behind a slow one is not sent once the page is left: somebody else may be signed in by then", async () => {
  const { options, answers, asked } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  const slow = createHeldCall();
  answers(slow.wait);
  form.type({ name: "云" });
  await form.rest(1_000);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  form.leave();
  slow.comes();
  await form.settled();
  expect(asked).toEqual(["get", "put"]);
});

it("What was kept of a form closed without knowing is not overwritten where it could not be offered", async () => {
  const { options, answers } = createFakeServer();
  const slow = createHeldCall();
  answers(slow.wait);
  const form = await setupForm(formConfig, null, options);
  form.type({ remark: "走访" });
  answers(rejectOffline);
  await form.submit();
  slow.comes();
  answers(async () => undefined);
  form.close();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ remark: "走访" });
  expect(form.unsaved()).toBe(false);
  answers(rejectOffline);
  await form.open(null);
  expect(form.has("draft")).toBe(false);
  answers(async () => undefined);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  expect(form.kept.get(newDraftKey)).toMatchObject({ name: "云端测绘", remark: "走访" });
});

it("Nothing is kept of a page that is left while its older draft is read", async () => {
  const { options, goes, answers, line, asked } = createFakeServer();
  goes();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  await form.rest(1_000);
  const slow = createHeldCall();
  answers(slow.wait);
  line.setPhase("online", null);
  await form.settled();
  form.leave();
  slow.comes();
  await form.settled();
  expect(asked).toEqual(["get", "get", "get"]);
});

it("What a form was given and nobody typed does not go over an older draft", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, goes, returns } = createFakeServer(new Map([[newDraftKey, older]]));
  const form = await setupForm(formConfig, null, options);
  form.close();
  goes();
  await form.open(null, { name: "带来的名称" });
  form.type({ contact: "王五" });
  await form.rest(1_000);
  returns();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toMatchObject({ ...older, contact: "王五" });
});

it("An older draft that could not be read stays where the form is saved before anything of it is kept", async () => {
  const older = { name: "旧的草稿", remark: "走访" };
  const { options, goes, returns } = createFakeServer(new Map([[newDraftKey, older]]));
  goes();
  const form = await setupForm(formConfig, null, options);
  form.type({ name: "云端测绘" });
  returns();
  await form.submit();
  await form.settled();
  expect(form.kept.get(newDraftKey)).toEqual(older);
});

it("What was typed and taken back again is not asked about, though it could not be kept", async () => {
  const { options, goes } = createFakeServer();
  const form = await setupForm(formConfig, null, options);
  goes();
  form.type({ name: "云" });
  form.type({ name: "" });
  await form.rest(1_000);
  expect([form.warnings, form.unsaved()]).toEqual([[warning], false]);
});
