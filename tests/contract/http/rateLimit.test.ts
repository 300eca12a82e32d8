import { expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

test("Captchas, exports and messages beyond the limit get 429 with Retry-After", async () => {
  const tight = await createTestPlatform({ env: { RATE_LIMIT: "3" } });
  const requestCaptcha = () =>
    injectCall(tight.app, loginCalls.captchaImage, { params: { height: 40, width: 120 } });
  for (const _ of [1, 2, 3]) expect((await requestCaptcha()).status).toBe(200);
  const beyond = await requestCaptcha();
  expect(beyond.status).toBe(429);
  expect(Number(beyond.headers["retry-after"])).toBeGreaterThan(0);
  expect(beyond.body).toEqual({ state: -1, message: "操作太频繁，请稍后再试", data: null });
  const headers = await tight.loginAs("operator");
  const requestExport = () => injectCall(tight.app, companyCalls.companyExport, { body: {} }, headers);
  for (const _ of [1, 2, 3]) expect((await requestExport()).status).toBe(200);
  expect((await requestExport()).status).toBe(429);
  const sendSms = (nth: number) =>
    injectCall(
      tight.app,
      smsCalls.smsSend,
      { params: { phone: `1360000000${nth}`, type: "notice" }, query: {} },
      headers,
    );
  for (const nth of [1, 2, 3]) expect((await sendSms(nth)).status).toBe(200);
  expect((await sendSms(4)).status).toBe(429);
  const other = await injectCall(tight.app, companyCalls.companyPageList, {
    body: { pageNo: 1, pageSize: 1 },
  });
  expect(other.status).toBe(401);
  await tight.close();
});
