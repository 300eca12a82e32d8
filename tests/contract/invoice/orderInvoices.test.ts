import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { setupInvoices } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "../order/orderFixture.ts";

const { ctx, fixture, operator, finance } = await setupInvoices();
afterAll(() => ctx.close());

type Applied = Pick<OrderState, "id" | "version">;
const getSteps = async (id: string) => {
  const { events } = unwrapData<OrderDetail>(
    await injectCall(ctx.app, orderCalls.orderOne, { params: { id } }, finance),
  );
  return events.map(({ kind, byName, remark, status }) => [kind, byName, remark, status]).slice(1);
};
const getInvoices = async (id: string) =>
  unwrapData<EndpointData<typeof orderInvoiceCalls.invoicesOfOrder>>(
    await injectCall(ctx.app, orderInvoiceCalls.invoicesOfOrder, { params: { id } }, operator),
  );
const getProfile = async (id: string) =>
  unwrapData<EndpointData<typeof orderInvoiceCalls.invoiceProfile>>(
    await injectCall(ctx.app, orderInvoiceCalls.invoiceProfile, { params: { id } }, operator),
  );

describe("an order", () => {
  test("has its invoices and their steps in its history, in its own status", async () => {
    const order = await fixture.createOrder();
    const other = await fixture.createOrder();
    const rejected = unwrapData<Applied>(await fixture.apply(operator, [order.id, other.id]));
    unwrapData(await fixture.reject(finance, rejected, "税号有误"));
    const withdrawn = unwrapData<Applied>(await fixture.apply(operator, [order.id]));
    unwrapData(await fixture.cancel(operator, withdrawn, "客户改主意"));
    const applied = unwrapData<Applied>(await fixture.apply(operator, [order.id]));
    const issued = unwrapData<Applied>(await fixture.issue(finance, applied, "26442000000000009001"));
    const reversing = unwrapData<Applied>(await fixture.cancel(finance, issued, "销货退回"));
    const refused = unwrapData<Applied>(await fixture.reject(finance, reversing, "购买方未确认"));
    const again = unwrapData<Applied>(await fixture.cancel(finance, refused, "销货退回"));
    unwrapData(await fixture.issue(finance, again, "26442000000000009002"));
    const { title } = fixture.buyer;
    expect(await getSteps(order.id)).toEqual([
      ["applyInvoice", "运营乙", title, "pending"],
      ["rejectInvoice", "财务丙", "税号有误", "pending"],
      ["applyInvoice", "运营乙", title, "pending"],
      ["withdrawInvoice", "运营乙", "客户改主意", "pending"],
      ["applyInvoice", "运营乙", title, "pending"],
      ["issueInvoice", "财务丙", "发票号码 26442000000000009001", "pending"],
      ["reverseInvoice", "财务丙", "销货退回", "pending"],
      ["refuseRed", "财务丙", "购买方未确认", "pending"],
      ["reverseInvoice", "财务丙", "销货退回", "pending"],
      ["redInvoice", "财务丙", "发票号码 26442000000000009002", "pending"],
    ]);
    expect((await getSteps(other.id)).map(([kind]) => kind)).toEqual(["applyInvoice", "rejectInvoice"]);
    expect((await getInvoices(order.id)).map(({ id, status }) => [id, status])).toEqual([
      [applied.id, "reversed"],
      [withdrawn.id, "cancelled"],
      [rejected.id, "rejected"],
    ]);
    expect((await getInvoices(other.id)).map(({ id }) => id)).toEqual([rejected.id]);
  });
});

describe("the buyer that is kept with a company", () => {
  test("is that of its last application in its own name", async () => {
    const { companyId } = fixture;
    const bank = { bankAccount: "招商银行深圳分行 7559 0001", address: "深圳市南山区 0755-8600" };
    unwrapData(await fixture.apply(operator, [(await fixture.createOrder()).id], bank));
    const kept = { ...fixture.buyer, ...bank };
    expect(await getProfile(companyId)).toMatchObject(kept);
    // A person's invoice leaves it, and so does a refused application.
    unwrapData(
      await fixture.apply(operator, [(await fixture.createOrder()).id], {
        titleType: "person",
        title: "王小明",
        type: "normal",
        email: "wang@example.com",
      }),
    );
    const refused = await fixture.apply(operator, ["1"], { email: "other@example.com" });
    expect(refused.body.state).not.toBe(0);
    expect(await getProfile(companyId)).toMatchObject(kept);
    unwrapData(
      await fixture.apply(operator, [(await fixture.createOrder()).id], { email: "new@example.com" }),
    );
    expect(await getProfile(companyId)).toMatchObject({
      id: companyId,
      ...fixture.buyer,
      email: "new@example.com",
      bankAccount: "",
      address: "",
    });
  });
});
