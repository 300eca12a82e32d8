import { afterAll, expect, test } from "vitest";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createScreenFactory, openLink, sendReport } from "./createScreenFactory.ts";

const ctx = await createTestPlatform();
const factory = createScreenFactory(ctx);
afterAll(() => ctx.close());

/** As the machine of a screen asks: without a cookie. */
async function ask(id: string) {
  const { statusCode, body } = await ctx.app.inject({ method: "GET", url: `/wall/api/alive?id=${id}` });
  return [statusCode, JSON.parse(body).data];
}

test("a machine is told whether the page of its screen reports and paints", async () => {
  const { id, version, cookie } = await factory.make();
  // It has never shown anything.
  expect(await ask(id)).toEqual([200, { alive: null }]);
  await sendReport(ctx, cookie);
  expect(await ask(id)).toEqual([200, { alive: true }]);
  await sendReport(ctx, cookie, { paintAgeMs: 10_001 });
  expect(await ask(id)).toEqual([200, { alive: false }]);
  // Old data are the platform's fault: another browser would not get new ones.
  await sendReport(ctx, cookie, { dataAgeMs: 60_000 });
  expect(await ask(id)).toEqual([200, { alive: true }]);
  ctx.clock.advance(90_001);
  expect(await ask(id)).toEqual([200, { alive: false }]);
  const renewed = await factory.renewLink({ id, version });
  expect(await ask(id)).toEqual([200, { alive: null }]);
  await openLink(ctx, renewed.token);
  expect(await ask(id)).toEqual([200, { alive: false }]);
  await factory.revoke(renewed);
  expect(await ask(id)).toEqual([200, { alive: null }]);
});

test("of a screen that does not exist nothing is to be restarted", async () => {
  expect(await ask("1")).toEqual([200, { alive: null }]);
  expect((await ask("x"))[0]).toBe(400);
});
