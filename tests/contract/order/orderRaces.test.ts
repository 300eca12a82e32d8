import { afterAll, describe, expect, test } from "vitest";
import type { OrderDetail, OrderRow } from "../../../adapters/contract/order.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { orderEvents } from "../../../server/db/schema/orderEvent.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { type Colleague, createOrderFixture, unwrapData } from "./orderFixture.ts";

const ctx = await createTestPlatform();
const fixture = await createOrderFixture(ctx);
const goods = await fixture.createGoods();
const companyId = (await (await createDataFactory(ctx)).createCompany()).id;
const url = await ctx.app.listen({ host: "127.0.0.1", port: 0 });
const creator = await fixture.createColleague("admin");
const registrar = await fixture.createColleague("admin");
const [firstAuditor, secondAuditor] = [
  await fixture.createColleague("admin"),
  await fixture.createColleague("admin"),
];
afterAll(() => ctx.close());

interface StateReply {
  readonly state: number;
  readonly message: string;
  readonly data: unknown;
}

/** Sends a call over a real connection, so that two of them run concurrently. */
async function post(path: string, colleague: Colleague, body: object, method = "POST"): Promise<StateReply> {
  const response = await fetch(`${url}/wms/api${path}`, {
    method,
    headers: { ...colleague.headers, "content-type": "application/json" },
    body: JSON.stringify({ requestId: fixture.nextRequestId(), ...body }),
  });
  return (await response.json()) as StateReply;
}

type OrderState = Pick<OrderRow, "id" | "version">;
const createPending = async (): Promise<OrderState> => {
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return unwrapData<OrderDetail>(await fixture.create(creator.headers, { companyId, items }));
};
const createAuditing = async () =>
  unwrapData<OrderState>(await fixture.register(registrar.headers, await createPending()));
const createPaid = async () =>
  unwrapData<OrderState>(await fixture.audit(firstAuditor.headers, await createAuditing(), { pass: true }));
const createRefunding = async () =>
  unwrapData<OrderState>(await fixture.cancel(creator.headers, await createPaid(), 120_000));

const audit =
  (pass: boolean) =>
  (colleague: Colleague, { id, version }: OrderState) =>
    post("/order/v3/financial/audit", colleague, { id, version, pass, remark: pass ? "" : "资料不符" });
const cancel =
  (refundFen?: number) =>
  (colleague: Colleague, { id, version }: OrderState) =>
    post("/order/v3/cancel", colleague, {
      id,
      version,
      reason: "客户要求",
      ...(refundFen ? { refundFen } : {}),
    });
const register = (colleague: Colleague, { id, version }: OrderState) =>
  post("/order/v3/pay/updateBankName", colleague, { id, version, bankName: "招商银行" }, "PUT");
const withdraw = (_: Colleague, { id, version }: OrderState) =>
  post("/x/orderPay/withdraw", registrar, { id, version });

/** Pairs of events that cannot both happen: the order's state before, the two actions, and the possible states after. */
const racePairs = [
  ["register", "register", createPending, register, register, ["auditing"]],
  ["register", "cancel", createPending, register, cancel(), ["auditing", "cancelled"]],
  ["cancel", "cancel", createPending, cancel(), cancel(), ["cancelled"]],
  ["approve", "approve", createAuditing, audit(true), audit(true), ["paid"]],
  ["approve", "reject", createAuditing, audit(true), audit(false), ["paid", "pending"]],
  ["approve", "withdraw", createAuditing, audit(true), withdraw, ["paid", "pending"]],
  ["reject", "withdraw", createAuditing, audit(false), withdraw, ["pending"]],
  ["ask", "ask", createPaid, cancel(120_000), cancel(120_000), ["refunding"]],
  ["refund", "refund", createRefunding, audit(true), audit(true), ["refunded"]],
  ["refund", "deny", createRefunding, audit(true), audit(false), ["refunded", "paid"]],
] as const;

describe("two concurrent actions on one order", () => {
  const races = racePairs.flatMap((pair) => [0, 1, 2, 3, 4].map((round) => [...pair, round] as const));

  test.each(races)(
    "%s and %s: exactly one wins",
    { tags: "full" },
    async (_a, _b, from, first, second, ends, round) => {
      const order = await from();
      const before = await fixture.getRecord(order.id);
      const grants = await ctx.db.$count(serviceGrants);
      const actions = [() => first(firstAuditor, order), () => second(secondAuditor, order)];
      const both = await Promise.all((round % 2 ? actions.toReversed() : actions).map((action) => action()));
      expect(both.map(({ state }) => state).sort()).toEqual([-5, 0]);
      // The conflict returns the current order.
      const conflict = both.find(({ state }) => state === -5);
      const after = await fixture.getRecord(order.id);
      expect(conflict?.data).toMatchObject({
        id: order.id,
        version: before.version + 1,
        status: after.status,
      });
      // It says why, as saving again would not help.
      expect(conflict?.message).toMatch(/^(订单当前状态为「.+」|该订单已由 .+ 于 .+ (通过|驳回))，不/);
      expect(ends).toContain(after.status);
      expect(after.version).toBe(before.version + 1);
      const granted = before.status === "auditing" && after.status === "paid";
      expect((await ctx.db.$count(serviceGrants)) - grants).toBe(granted ? 1 : 0);
    },
  );

  test("there are 50 races", { tags: "full" }, () => {
    expect(races).toHaveLength(50);
  });
});

describe("the same requestId twice", () => {
  test("acts once, concurrently and later, and returns the first result", async () => {
    const order = await createAuditing();
    const body = { ...order, pass: true, requestId: "one-intended-act" };
    const action = () =>
      post("/order/v3/financial/audit", firstAuditor, {
        id: body.id,
        version: body.version,
        pass: true,
        requestId: body.requestId,
      });
    const counts = async () => [
      await ctx.db.$count(serviceGrants),
      await ctx.db.$count(auditLog),
      await ctx.db.$count(orderEvents),
    ];
    const before = await counts();
    const [first, second] = await Promise.all([action(), action()]);
    const third = await action();
    expect(first.state, first.message).toBe(0);
    expect([second, third]).toEqual([first, first]);
    expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
  });

  test("creates one order of three requests, and one payment of two", async () => {
    const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
    const body = { companyId, type: "new", items, requestId: "one-new-order" };
    const created = await Promise.all([1, 2, 3].map(() => post("/order/v3/create", creator, body)));
    const ids = new Set(created.map(({ data }) => (data as OrderDetail).id));
    expect([created.map(({ state }) => state), ids.size]).toEqual([[0, 0, 0], 1]);
    const [{ data } = { data: null }] = created;
    const { id, version } = data as OrderDetail;
    const pay = { id, version, bankName: "招商银行", requestId: "one-payment" };
    const pays = await ctx.db.$count(orderPays);
    await Promise.all([1, 2].map(() => post("/order/v3/pay/updateBankName", registrar, pay, "PUT")));
    expect((await ctx.db.$count(orderPays)) - pays).toBe(1);
  });

  test("orders created concurrently by several people have different, consecutive numbers", async () => {
    const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post("/order/v3/create", index % 2 ? firstAuditor : secondAuditor, { companyId, type: "new", items }),
      ),
    );
    const numbers = created
      .map(({ data }) => Number((data as OrderDetail).orderNo.slice(10)))
      .sort((a, b) => a - b);
    expect(new Set(numbers).size).toBe(12);
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(11);
  });
});
