import { expect, test } from "vitest";
import { templateCalls } from "../../adapters/contract/template.ts";
import { answered } from "../../adapters/http/answered.ts";
import { CallError } from "../../adapters/http/callError.ts";

const { templateUserInfo } = templateCalls;
function told(body: object, status = 200) {
  try {
    const { state } = answered(templateUserInfo, {
      status,
      text: JSON.stringify(body),
      reqId: null,
      retryAfterMs: null,
    });
    return { state };
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    const { kind, state, message } = fault;
    return { kind, state, message };
  }
}

test("code 20000 of the proxy base is success (R-213)", () => {
  expect(told({ code: 20000, data: {} })).toEqual({ state: 0 });
});

test.each([0, -5, -2, -3, 20001, 50008])("code %i is a refusal, whatever it means elsewhere", (code) => {
  expect(told({ code, message: "模板服务维护中" })).toEqual({
    kind: "refused",
    state: code,
    message: "模板服务维护中",
  });
});

test.each([{ code: 20001 }, { code: 20001, message: "" }])(
  "without a message, %o says Error (R-214)",
  (body) => {
    expect(told(body)).toEqual({ kind: "refused", state: 20001, message: "Error" });
  },
);

test("a 503 whose commit was not answered is a kind of its own, said in the server's words", () => {
  const body = { state: -1, message: "操作可能已经生效", data: { reason: "commitUnknown" } };
  const { message } = body;
  expect(told(body, 503)).toMatchObject({ kind: "commitUnknown", message });
  expect(told({ ...body, data: null }, 503)).toMatchObject({ kind: "unavailable", message });
});

test("a 503 in the proxy base's own words is its server's, another's is no answer", () => {
  expect(told({ code: 20001, message: "模板服务维护中" }, 503)).toMatchObject({ kind: "unavailable" });
  expect(told({ error: "no upstream" }, 503)).toMatchObject({ kind: "offline" });
});
