import { afterAll, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform({ env: { LOGIN_BASE: "proxy" } });
afterAll(() => ctx.close());

const openDutySession = () => openSession(ctx.platform, ctx.staff.duty.id);
const createTokenHeaders = async () => ({ "x-token": (await openDutySession())["x-token"] ?? "" });
const getUserInfo = async (headers: Record<string, string>) =>
  (await ctx.app.inject({ url: "/user/info", headers })).json();

//
test("The template's base returns the user in its own envelope, with only the X-Token", async () => {
  expect(await getUserInfo(await createTokenHeaders())).toEqual({
    code: 20000,
    message: "",
    data: { roles: ["duty"], name: "值班戊", avatar: "", introduction: "" },
  });
});

//
test("Logging out on the template's base ends the session everywhere", async () => {
  const headers = await openDutySession();
  const out = await ctx.app.inject({
    method: "POST",
    url: "/vue-element-admin/user/logout",
    headers: { "x-token": headers["x-token"] ?? "" },
  });
  expect([out.statusCode, out.json()]).toEqual([200, { code: 20000, message: "", data: "success" }]);
  expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(403);
  expect(await getUserInfo(headers)).toMatchObject({ code: 50014 });
});

test("An unknown token is an illegal token on the template's base", async () => {
  expect(await getUserInfo({ "x-token": "nonsense" })).toEqual({
    code: 50008,
    message: "登录状态无效，请重新登录",
    data: null,
  });
});

test("With LOGIN_BASE=proxy the template's base accepts a login", async () => {
  const payload = { phoneNumber: "13911110002", password: "0".repeat(32) };
  const response = await ctx.app.inject({ method: "POST", url: "/user/login", payload });
  expect(response.json()).toMatchObject({ state: -1, message: "手机号或密码错误" });
});
