import { afterAll, describe, expect, test } from "vitest";
import type { InvoiceRecord } from "../../../server/db/schema/invoice.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import type { CallResponse } from "../../helpers/injectCall.ts";
import { setupInvoices } from "../fixtures/setupFixtures.ts";

const { ctx, fixture, operator, finance } = await setupInvoices();
afterAll(() => ctx.close());

type InvoiceAction = (invoice: InvoiceRecord) => Promise<CallResponse>;
const issue: InvoiceAction = (invoice) => fixture.issue(finance, invoice);
const reject: InvoiceAction = (invoice) => fixture.reject(finance, invoice);
const withdraw: InvoiceAction = (invoice) => fixture.cancel(operator, invoice, "不再需要");
const reverse: InvoiceAction = (invoice) => fixture.cancel(finance, invoice);
const reapply: InvoiceAction = async (invoice) =>
  fixture.apply(operator, await fixture.getOrderIds(invoice.id), {
    id: invoice.id,
    version: invoice.version,
  });

const racePairs: readonly (readonly [string, () => Promise<InvoiceRecord>, InvoiceAction, InvoiceAction])[] =
  [
    ["issue and withdraw", () => fixture.createApplied(), issue, withdraw],
    ["reject and issue", () => fixture.createApplied(), reject, issue],
    ["withdraw twice", () => fixture.createApplied(), withdraw, withdraw],
    ["issue twice", () => fixture.createApplied(), issue, issue],
    ["apply again and withdraw", () => fixture.createRejected(), reapply, withdraw],
    ["apply again twice", () => fixture.createRejected(), reapply, reapply],
    ["reverse twice", () => fixture.createIssued(), reverse, reverse],
    ["red number and refusal", () => fixture.createReversing(), issue, reject],
  ];

describe("of two concurrent", () => {
  test.each(
    Array.from({ length: 42 }, (_, index) => racePairs[index % racePairs.length]).flatMap((pair) =>
      pair ? [pair] : [],
    ),
  )("%s: exactly one wins", async (_name, create, first, second) => {
    const invoice = await create();
    const states = (await Promise.all([first(invoice), second(invoice)])).map(({ body }) => body.state);
    expect(states.toSorted((a, b) => a - b)).toEqual([-5, 0]);
    expect((await fixture.getRecord(invoice.id)).version).toBe(invoice.version + 1);
  });

  test.each([1, 2, 3, 4])("applications for one order, one succeeds (%i)", async () => {
    const [shared, one, two] = [
      await fixture.createOrder(),
      await fixture.createOrder(),
      await fixture.createOrder(),
    ];
    const before = await ctx.db.$count(invoices);
    const responses = await Promise.all([
      fixture.apply(operator, [one.id, shared.id]),
      fixture.apply(fixture.colleague.headers, [shared.id, two.id]),
    ]);
    expect(responses.map(({ body }) => body.state).toSorted((a, b) => a - b)).toEqual([-1, 0]);
    expect(await ctx.db.$count(invoices)).toBe(before + 1);
  });

  test.each([1, 2, 3, 4])("issues with the same number, one succeeds (%i)", { tags: "full" }, async () => {
    const [one, two] = [await fixture.createApplied(), await fixture.createApplied()];
    const invoiceNo = fixture.nextInvoiceNo();
    const responses = await Promise.all([
      fixture.issue(finance, one, invoiceNo),
      fixture.issue(fixture.colleague.headers, two, invoiceNo),
    ]);
    expect(responses.map(({ body }) => body.state).toSorted((a, b) => a - b)).toEqual([-1, 0]);
  });
});
