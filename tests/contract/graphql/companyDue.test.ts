import { afterAll, expect, test } from "vitest";
import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { askCompany } from "./askGraphql.ts";
import { insertOneOfEach } from "./oneOfEach.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

test("What a company owes is what the list of its unpaid orders sums up", async () => {
  const { ids } = await insertOneOfEach(ctx);
  const finance = await ctx.loginAs("finance");
  const { body: view } = await askCompany(ctx, finance, ids.company);
  const body = { pageNo: 1, pageSize: 20, companyId: ids.company, status: [...unpaidStatuses] };
  const page = unwrapData<{ total: number; sums: { dueFen: number } }>(
    await injectCall(ctx.app, orderCalls.orderPageList, { body }, finance),
  );
  expect([page.total, page.sums.dueFen]).toEqual([1, 200_000]);
  expect(companyQuery.data.parse(view.data).company?.head.unpaidFen).toBe(page.sums.dueFen);
});
