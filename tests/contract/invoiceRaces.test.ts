import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InvoiceRecord } from "../../server/db/schema/invoice.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import type { Answered } from "../send.ts";
import type { InvoiceDesk } from "./invoiceDesk.ts";
import { invoiceOffice } from "./offices.ts";

let on: TestPlatform;
let desk: InvoiceDesk;
let operator: Headers;
let finance: Headers;
beforeAll(async () => {
  ({ on, desk, operator, finance } = await invoiceOffice());
});
afterAll(() => on.close());

type Act = (invoice: InvoiceRecord) => Promise<Answered>;
const issue: Act = (invoice) => desk.issue(finance, invoice);
const reject: Act = (invoice) => desk.reject(finance, invoice);
const withdraw: Act = (invoice) => desk.cancel(operator, invoice, "不再需要");
const reverse: Act = (invoice) => desk.cancel(finance, invoice);
const again: Act = async (invoice) =>
  desk.apply(operator, await desk.orderIds(invoice.id), { id: invoice.id, version: invoice.version });

const pairs: readonly (readonly [string, () => Promise<InvoiceRecord>, Act, Act])[] = [
  ["issue and withdraw", () => desk.applied(), issue, withdraw],
  ["reject and issue", () => desk.applied(), reject, issue],
  ["withdraw twice", () => desk.applied(), withdraw, withdraw],
  ["issue twice", () => desk.applied(), issue, issue],
  ["apply again and withdraw", () => desk.rejected(), again, withdraw],
  ["apply again twice", () => desk.rejected(), again, again],
  ["reverse twice", () => desk.issued(), reverse, reverse],
  ["red number and refusal", () => desk.reversing(), issue, reject],
];

describe("of two at once", () => {
  test.each(
    Array.from({ length: 42 }, (_, index) => pairs[index % pairs.length]).flatMap((pair) =>
      pair ? [pair] : [],
    ),
  )("%s: exactly one wins", async (_name, make, first, second) => {
    const invoice = await make();
    const states = (await Promise.all([first(invoice), second(invoice)])).map(({ body }) => body.state);
    expect(states.toSorted((a, b) => a - b)).toEqual([-5, 0]);
    expect((await desk.record(invoice.id)).version).toBe(invoice.version + 1);
  });

  test.each([1, 2, 3, 4])("applications over one order, one is taken (%i)", async () => {
    const [shared, one, two] = [await desk.order(), await desk.order(), await desk.order()];
    const before = await on.db.$count(invoices);
    const answers = await Promise.all([
      desk.apply(operator, [one.id, shared.id]),
      desk.apply(desk.colleague.headers, [shared.id, two.id]),
    ]);
    expect(answers.map(({ body }) => body.state).toSorted((a, b) => a - b)).toEqual([-1, 0]);
    expect(await on.db.$count(invoices)).toBe(before + 1);
  });

  test.each([1, 2, 3, 4])("invoices that get one number, one gets it (%i)", async () => {
    const [one, two] = [await desk.applied(), await desk.applied()];
    const invoiceNo = desk.newNumber();
    const answers = await Promise.all([
      desk.issue(finance, one, invoiceNo),
      desk.issue(desk.colleague.headers, two, invoiceNo),
    ]);
    expect(answers.map(({ body }) => body.state).toSorted((a, b) => a - b)).toEqual([-1, 0]);
  });
});
