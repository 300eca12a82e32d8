import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { type Client, createClient } from "../../../adapters/http/client.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { createStatementPort } from "../../../src/pages/order/statementPort.ts";
import { createConsoleConfig } from "../../helpers/createConsoleConfig.ts";
import type { RequestHeaders } from "../../helpers/testPlatform.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { unwrapData } from "../order/orderFixture.ts";

/** Whether the answer of the next registration is lost after the server has given it. */
let losesAnswer = false;

const setup = await setupOrders();
const { ctx, fixture } = setup;
afterAll(() => ctx.close());

/** The console's client, sending to the app without a network. */
const createTestClient = (headers: RequestHeaders): Client =>
  createClient({
    config: () => createConsoleConfig(),
    credentials: () => ({ token: headers["x-token"] ?? "", uToken: headers["u-token"] ?? "" }),
    fetch: async (input, init) => {
      const request = new Request(new URL(String(input), "http://console.test"), init);
      const { pathname, search } = new URL(request.url);
      const { statusCode, payload } = await ctx.app.inject({
        method: request.method as "GET" | "POST" | "PUT",
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: Buffer.from(await request.arrayBuffer()),
      });
      if (losesAnswer && pathname.endsWith("/updateBankName")) {
        losesAnswer = false;
        throw new TypeError("Failed to fetch");
      }
      return new Response(payload, { status: statusCode });
    },
    onError: () => undefined,
  });

let count = 0;
/** A statement whose only line pays a new order of a new company, and how finance registers it. */
async function readLine() {
  const company = await setup.factory.createCompany();
  const items = [{ goodsId: setup.goods.id, quantity: 1, months: 12 }];
  const order = unwrapData<OrderDetail>(
    await fixture.create(setup.operator, { companyId: company.id, items }),
  );
  const port = createStatementPort(createTestClient(setup.finance));
  const { signal } = new AbortController();
  const text = `交易日期,流水号,对方户名,贷方发生额\n20260301,PORT${++count},${company.name},1200.00`;
  const statement = await port.read(new File([text], "march.csv"), signal);
  expect(port.getProposals(statement)).toEqual({ "2": order.id });
  const line = { row: "2", orderId: order.id, requestId: `statement-port-${count}` };
  /** What became of the line: null if it is registered. */
  const register = async () =>
    port.register(line, signal).then(
      () => null,
      ({ kind, message }: { kind: string; message: string }) => [kind, message],
    );
  return { order, register, bankSerialNo: `PORT${count}` };
}

/** Another person saves something of the order that leaves it due. */
const touchOrder = ({ id }: Pick<OrderDetail, "id">) =>
  ctx.db
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));

test("A line whose order was changed meanwhile is registered by a retry, as the order is still due", async () => {
  const { order, register, bankSerialNo } = await readLine();
  await touchOrder(order);
  expect((await register())?.[0]).toBe("conflict");
  expect(await fixture.getPayments(order.id)).toEqual([]);
  // Changed again before the retry.
  await touchOrder(order);
  expect(await register()).toBeNull();
  expect(await fixture.getPayments(order.id)).toMatchObject([{ bankSerialNo, amountFen: 120_000 }]);
});

test("A retry says why an order is no longer due", async () => {
  const { order, register } = await readLine();
  unwrapData(await fixture.register(setup.operator, order, { bankSerialNo: "BYHAND1" }));
  expect((await register())?.[0]).toBe("conflict");
  const refusal = ["refused", "订单当前状态为「待审核」，不能登记回款"];
  expect(await register()).toEqual(refusal);
  // A refusal is no conflict: the next retry asks the same.
  expect(await register()).toEqual(refusal);
  expect(await fixture.getPayments(order.id)).toMatchObject([{ bankSerialNo: "BYHAND1" }]);
});

test("A retry does not register what may have been registered by hand meanwhile", async () => {
  const { order, register } = await readLine();
  // The same transfer without its serial number, as a part of the price, and audited.
  const registered = unwrapData<Pick<OrderDetail, "id" | "version">>(
    await fixture.register(setup.operator, order, { bankSerialNo: "", amountFen: 50_000 }),
  );
  unwrapData(await fixture.audit(setup.finance, registered, { pass: true }));
  expect((await register())?.[0]).toBe("conflict");
  const refusal = ["refused", "订单已有新的回款，请核对是否为同一笔，再重新导入对账单"];
  expect(await register()).toEqual(refusal);
  expect(await register()).toEqual(refusal);
  expect(await fixture.getPayments(order.id)).toHaveLength(1);
});

test("A line without an answer is registered once, though the order has changed by it", async () => {
  const { order, register } = await readLine();
  await touchOrder(order);
  expect((await register())?.[0]).toBe("conflict");
  losesAnswer = true;
  expect((await register())?.[0]).toBe("offline");
  expect(await register()).toBeNull();
  expect(await fixture.getPayments(order.id)).toHaveLength(1);
});
