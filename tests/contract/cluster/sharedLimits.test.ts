import { afterAll, expect, test, vi } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { injectCall, injectUntyped } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFakeCluster } from "./createFakeCluster.ts";
import { createFakeNats } from "./createFakeNats.ts";

const wires = createFakeNats();
/** A process among others, whose messages reach all. */
const openProcess = (name: string): Promise<TestPlatform> =>
  createTestPlatform({
    env: { RATE_LIMIT: "2", LIST_RATE_LIMIT: "4" },
    cluster: { ...createFakeCluster(() => true), nats: wires.connect(name) },
  });

vi.useFakeTimers({ toFake: ["setInterval"] });
const first = await openProcess("first");
const second = await openProcess("second");
afterAll(async () => {
  await first.close();
  await second.close();
  vi.useRealTimers();
});

test("Requests at one process count at the other: those of a person to lists, and those of an address", async () => {
  const id = first.staff.operator.id;
  const body = { pageNo: 1, pageSize: 1 };
  const sessions = new Map([
    [first, await openSession(first.platform, id)],
    [second, await openSession(second.platform, second.staff.operator.id)],
  ]);
  const list = async (
    at: TestPlatform,
    call: typeof userCalls.userPageList | typeof companyCalls.companyPageList,
  ) => (await injectUntyped(at.app, call, { body }, sessions.get(at))).status;
  const captcha = async (at: TestPlatform) =>
    (await injectCall(at.app, loginCalls.captchaImage, { params: { height: 40, width: 120 } })).status;
  for (let n = 0; n < 3; n += 1) expect(await list(first, userCalls.userPageList)).toBe(200);
  expect([await captcha(first), await captcha(first)]).toEqual([200, 200]);
  vi.advanceTimersByTime(500);
  expect(await captcha(second)).toBe(429);
  // Another list, the same limit.
  expect(await list(second, companyCalls.companyPageList)).toBe(200);
  expect(await list(second, companyCalls.companyPageList)).toBe(429);
  for (const { clock } of [first, second]) clock.advance(60_000);
  expect([await captcha(second), await list(second, userCalls.userPageList)]).toEqual([200, 200]);
  wires.isAway = true;
  vi.advanceTimersByTime(500);
  expect([await captcha(first), await captcha(first), await captcha(first)]).toEqual([200, 200, 429]);
});
