import { expect, test } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import { toErrorDisplay } from "../../src/app/toast/toast.tsx";

const getMessage = (
  kind: CallError["kind"],
  fields: { readonly state?: number; readonly message?: string; readonly reqId?: string } = {},
) => toErrorDisplay(new CallError(kind, "POST /company/pageList", fields));

test("a conflict is shown where the record is, and what the user cancelled is no news: neither is a message", () => {
  expect(getMessage("conflict", { message: "该记录已被他人修改" })).toEqual({ kind: "silent" });
  expect(getMessage("cancelled")).toEqual({ kind: "silent" });
});

test("a call that is refused until the initial password is changed says nothing: the warning is open", () => {
  expect(getMessage("initialPassword", { state: -1, message: "请先修改初始密码" })).toEqual({
    kind: "silent",
  });
});

test("a refusal is said in the server's words, with the id of its answer", () => {
  expect(getMessage("refused", { state: -1, message: "渠道码已存在", reqId: "1-2-3-4" })).toEqual({
    kind: "message",
    text: "渠道码已存在",
    reqId: "1-2-3-4",
  });
});

test.each([50_008, 50_012, 50_014])("code %i of the template's base is its prompt alone", (state) => {
  expect(getMessage("refused", { state, message: "Error" })).toEqual({ kind: "prompt" });
});
