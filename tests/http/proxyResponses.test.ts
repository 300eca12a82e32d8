import { expect, test } from "vitest";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { loginCalls } from "../../adapters/contract/session.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { parseResponse } from "../../adapters/http/parseResponse.ts";

const { templateUserInfo } = templateCalls;
function parseMessage(body: object, status = 200, endpoint: Endpoint = templateUserInfo) {
  try {
    const { state } = parseResponse(endpoint, {
      status,
      text: JSON.stringify(body),
      reqId: null,
      retryAfterMs: null,
    });
    return { state };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { kind, state, message } = error;
    return { kind, state, message };
  }
}

test("code 20000 of the proxy base is success (R-213)", () => {
  expect(parseMessage({ code: 20000, data: {} })).toEqual({ state: 0 });
});

test.each([
  [{ code: 20000, message: null, data: {} }, { state: 0 }],
  [{ code: "20000", data: {} }, { state: 0 }],
  [{ state: 0, data: {} }, { state: 0 }],
  [
    { code: 50000, message: "密码错误" },
    { kind: "refused", message: "密码错误" },
  ],
  [{ token: "t" }, { kind: "contract" }],
])("a login by the proxy base may answer %j", (body, read) => {
  expect(parseMessage(body, 200, loginCalls.login)).toMatchObject(read);
});

test.each([0, -5, -2, -3, 20001, 50008])(
  "code %i is a refusal, whatever it means on the other bases",
  (code) => {
    expect(parseMessage({ code, message: "模板服务维护中" })).toEqual({
      kind: "refused",
      state: code,
      message: "模板服务维护中",
    });
  },
);

test.each([{ code: 20001 }, { code: 20001, message: "" }])(
  "without a message, %o has the message Error (R-214)",
  (body) => {
    expect(parseMessage(body)).toEqual({ kind: "refused", state: 20001, message: "Error" });
  },
);

test("a 503 with an unknown commit has its own kind and the server's message", () => {
  const body = { state: -1, message: "操作可能已经生效", data: { reason: "commitUnknown" } };
  const { message } = body;
  expect(parseMessage(body, 503)).toMatchObject({ kind: "commitUnknown", message });
  expect(parseMessage({ ...body, data: null }, 503)).toMatchObject({ kind: "unavailable", message });
});

test("a 503 in the proxy base's format is unavailable, any other is offline", () => {
  expect(parseMessage({ code: 20001, message: "模板服务维护中" }, 503)).toMatchObject({
    kind: "unavailable",
  });
  expect(parseMessage({ error: "no upstream" }, 503)).toMatchObject({ kind: "offline" });
});
