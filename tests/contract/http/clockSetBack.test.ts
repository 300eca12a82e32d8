import { expect, test } from "vitest";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const hourMs = 3_600_000;

test("Limits end after their time, also where the clock was set back by an hour", async () => {
  const ctx = await createTestPlatform({
    env: { RATE_LIMIT: "1", LIST_RATE_LIMIT: "2", PHONE_SEARCH_LIMIT: "1" },
  });
  const headers = await ctx.loginAs("admin");
  const requestCaptcha = async () =>
    (await injectCall(ctx.app, loginCalls.captchaImage, { params: { height: 40, width: 120 } })).status;
  const search = async (keyword: string) =>
    (
      await injectCall(
        ctx.app,
        userCalls.userPageList,
        { body: { pageNo: 1, pageSize: 1, keyword } },
        headers,
      )
    ).status;
  expect([await requestCaptcha(), await requestCaptcha()]).toEqual([200, 429]);
  expect([await search("13000000001"), await search("王"), await search("王")]).toEqual([200, 200, 429]);
  ctx.clock.set(-hourMs);
  ctx.clock.advance(59_999);
  expect([await requestCaptcha(), await search("王")]).toEqual([429, 429]);
  ctx.clock.advance(1);
  expect([await requestCaptcha(), await search("王")]).toEqual([200, 200]);
  expect(await search("13000000002")).toBe(429);
  ctx.clock.advance(hourMs);
  expect(await search("13000000002")).toBe(200);
  await ctx.close();
});
