import { EventEmitter } from "node:events";
import { afterAll, expect, test, vi } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import type { NatsLink } from "../../../server/bus/natsLink.ts";
import { injectCall, injectUntyped } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFakeCluster } from "./createFakeCluster.ts";

const wires = new EventEmitter();
let isAway = false;
/** A process among others, whose messages reach all. */
async function openProcess(name: string): Promise<TestPlatform> {
  const nats: NatsLink = {
    isConnected: () => !isAway,
    publish: (subject, data) => isAway || wires.emit("message", name, subject, Buffer.from(data)),
    subscribe: (subject, listener) => {
      const hear = (from: string, on: string, data: Uint8Array) => {
        if (from !== name && on === subject) listener(data, subject);
      };
      wires.on("message", hear);
      return () => wires.off("message", hear);
    },
    close: async () => undefined,
  };
  return createTestPlatform({
    env: { RATE_LIMIT: "2", LIST_RATE_LIMIT: "4" },
    cluster: { ...createFakeCluster(() => true), nats },
  });
}

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
  isAway = true;
  vi.advanceTimersByTime(500);
  expect([await captcha(first), await captcha(first), await captcha(first)]).toEqual([200, 200, 429]);
});
