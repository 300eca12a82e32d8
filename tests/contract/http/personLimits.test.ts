import { afterAll, beforeEach, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { flightFileCalls } from "../../../adapters/contract/flightFile.ts";
import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import { injectUntyped, type UntypedArgs } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform({
  env: { RATE_LIMIT: "2", LIST_RATE_LIMIT: "2", PHONE_SEARCH_LIMIT: "1" },
});
afterAll(() => ctx.close());
// What the test before has used is an hour old.
beforeEach(() => ctx.clock.advance(3_600_000));

const page = { pageNo: 1, pageSize: 1 };
const limits: readonly (readonly [
  what: string,
  allowed: number,
  Endpoint,
  toArgs: (nth: number) => UntypedArgs,
])[] = [
  ["uploads", 2, flightFileCalls.flightImport, () => ({})],
  ["imports", 2, zoneEditCalls.zoneImport, () => ({ body: {} })],
  ["exports", 2, companyCalls.companyExport, () => ({ body: {} })],
  ["searches", 2, userCalls.userPageList, () => ({ body: page })],
  ["searches by phone", 1, userCalls.userPageList, (nth) => ({ body: { ...page, keyword: `000${nth}` } })],
  ["reveals of phones", 2, revealCalls.reveal, () => ({ body: {} })],
];

// Video streams: `tests/media/serveMedia.test.ts`.
test.each(limits)("%s are counted by person, over all logins", async (_what, allowed, endpoint, toArgs) => {
  const send = async (role: "operator" | "admin", nth: number) => {
    const login = await openSession(ctx.platform, ctx.staff[role].id);
    return (await injectUntyped(ctx.app, endpoint, toArgs(nth), login)).status;
  };
  for (let nth = 0; nth < allowed; nth += 1) expect(await send("operator", nth)).not.toBe(429);
  expect(await send("operator", allowed)).toBe(429);
  expect(await send("admin", allowed)).not.toBe(429);
});
