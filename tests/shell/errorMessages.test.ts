import { expect, test } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import { toErrorDisplay } from "../../src/app/toast/toast.tsx";

const getDisplay = (
  kind: CallError["kind"],
  fields: { readonly state?: number; readonly message?: string; readonly reqId?: string } = {},
) => toErrorDisplay(new CallError(kind, "POST /company/pageList", fields));

test("conflicts and cancelled calls are silent", () => {
  expect(getDisplay("conflict", { message: "该记录已被他人修改" })).toEqual({ kind: "silent" });
  expect(getDisplay("cancelled")).toEqual({ kind: "silent" });
});

test("a call refused because of an initial password is silent, as the password warning is open", () => {
  expect(getDisplay("initialPassword", { state: -1, message: "请先修改初始密码" })).toEqual({
    kind: "silent",
  });
});

test("a refusal is shown with the server's message and the request id", () => {
  expect(getDisplay("refused", { state: -1, message: "渠道码已存在", reqId: "1-2-3-4" })).toEqual({
    kind: "message",
    text: "渠道码已存在",
    reqId: "1-2-3-4",
  });
});

test.each([50_008, 50_012, 50_014])("code %i of the proxy base shows the prompt and no toast", (state) => {
  expect(getDisplay("refused", { state, message: "Error" })).toEqual({ kind: "prompt" });
});
