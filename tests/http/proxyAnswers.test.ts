import { expect, test } from "vitest";
import { templateCalls } from "../../adapters/contract/template.ts";
import { answered } from "../../adapters/http/answered.ts";

const { templateUserInfo } = templateCalls;
const told = (body: object) =>
  answered(templateUserInfo, Response.json(body)).then(
    ({ state }) => ({ state }),
    ({ kind, state, message }) => ({ kind, state, message }),
  );

test("code 20000 of the proxy base is success (R-213)", async () => {
  expect(await told({ code: 20000, data: {} })).toEqual({ state: 0 });
});

test.each([0, -5, -2, -3, 20001, 50008])(
  "code %i is a refusal, whatever it means elsewhere",
  async (code) => {
    expect(await told({ code, message: "模板服务维护中" })).toEqual({
      kind: "refused",
      state: code,
      message: "模板服务维护中",
    });
  },
);

test.each([{ code: 20001 }, { code: 20001, message: "" }])(
  "without a message, %o says Error (R-214)",
  async (body) => {
    expect(await told(body)).toEqual({ kind: "refused", state: 20001, message: "Error" });
  },
);
