import { unfitForInvoice } from "../../../machines/status/invoiceable.ts";
import type { InvoiceRecord, invoiceNumbers, invoiceOrders } from "../../db/schema/invoice.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { invoiceSearch } from "../../modules/invoice/invoiceApply.ts";
import { firstOfDay } from "../../modules/invoice/invoiceDecide.ts";
import { invoiceLines } from "../../modules/invoice/invoiceLines.ts";
import type { CompanyInsert, SeedFrame } from "../seedCompanies.ts";
import { type InvoiceFate, invoiceFate, justApplied, orderMark } from "./invoiceFate.ts";

/** The rows of seeded invoices. */
export interface InvoiceBook {
  readonly invoices: InvoiceRecord[];
  readonly orders: (typeof invoiceOrders.$inferInsert)[];
  readonly numbers: (typeof invoiceNumbers.$inferInsert)[];
}

interface Cast {
  readonly applicants: readonly StaffRecord[];
  readonly handlers: readonly StaffRecord[];
}

const rejectReasons = [
  "发票抬头与营业执照不一致",
  "税号有误，请核对后重新提交",
  "专用发票请补充开户行及账号",
  "收票邮箱无法送达",
];
const redReasons = ["开票有误", "销货退回", "服务中止", "销售折让"];
const banks = ["中国银行", "中国工商银行", "中国建设银行", "招商银行"];

/** Makes invoices of given orders until so many are made, and marks the orders with how far their invoice is. */
export function seedInvoices(
  frame: SeedFrame,
  people: readonly StaffRecord[],
): (companies: readonly CompanyInsert[], orders: readonly OrderRecord[], count: number) => InvoiceBook {
  const inUse = people.filter(({ status }) => status === "normal");
  const cast: Cast = {
    applicants: inUse.filter(({ roles }) => roles.includes("operator")),
    handlers: inUse.filter(({ roles }) => roles.includes("finance")),
  };
  const numbers = { invoice: numberMaker(1), red: numberMaker(9) };
  let made = 0;
  return (companies, orders, count) => {
    const book: InvoiceBook = { invoices: [], orders: [], numbers: [] };
    const byId = new Map(companies.map((company) => [company.id, company]));
    for (const group of frame.chance.helpers.shuffle(groupsOf(frame, orders)).slice(0, count)) {
      const company = byId.get(group[0].companyId);
      if (company) oneInvoice(frame, { cast, numbers, book, nth: made++ }, company, group);
    }
    return book;
  };
}

interface Making {
  readonly cast: Cast;
  readonly numbers: Readonly<Record<"invoice" | "red", NumberMaker>>;
  readonly book: InvoiceBook;
  readonly nth: number;
}

type Group = readonly [OrderRecord, ...OrderRecord[]];

/** The orders that can be invoiced, by company, a few in a row together. */
function groupsOf({ chance }: SeedFrame, orders: readonly OrderRecord[]): Group[] {
  const fit = orders.filter((order) => unfitForInvoice(order) === null);
  return [...Map.groupBy(fit, ({ companyId }) => companyId).values()].flatMap((own) => {
    const groups: Group[] = [];
    const waiting = [...own];
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      const more = chance.helpers.weightedArrayElement([
        { value: 0, weight: 60 },
        { value: 1, weight: 25 },
        { value: 2, weight: 10 },
        { value: 5, weight: 5 },
      ]);
      groups.push([first, ...waiting.splice(0, more)]);
    }
    return groups;
  });
}

function oneInvoice(
  frame: SeedFrame,
  { cast: { applicants, handlers }, numbers, book, nth }: Making,
  company: CompanyInsert,
  group: Group,
) {
  const { chance, now, newId } = frame;
  const settled = group.map(({ paidAt, createdAt }) => (paidAt ?? createdAt).getTime());
  // The newest of all, whatever chance makes of the others, waits for its number.
  const fate = nth === 0 ? justApplied(now) : invoiceFate(frame, new Date(Math.max(...settled)));
  const applicant = chance.helpers.arrayElement(applicants);
  const id = newId();
  const invoiceNo = fate.issuedAt ? numbers.invoice(company, fate.issuedAt) : "";
  const redInvoiceNo = fate.redAt ? numbers.red(company, fate.redAt) : "";
  const buyer = buyerOf(frame, company, nth % 25 === 24);
  const invoice: InvoiceRecord = {
    ...buyer,
    ...stepsOf(frame, fate),
    ...invoiceLines(group.flatMap(({ taxLines }) => taxLines)),
    id,
    version: fate.version,
    createdAt: fate.appliedAt,
    updatedAt: fate.lastAt,
    deletedAt: null,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    orderCount: group.length,
    orderNos: group.map(({ orderNo }) => orderNo).join("、"),
    status: fate.status,
    invoiceNo,
    redInvoiceNo,
    fileUrl: "",
    redFileUrl: "",
    applicantId: applicant.id,
    applicantName: applicant.name,
    appliedAt: fate.appliedAt,
    handlerName:
      fate.status === "applied" || fate.status === "cancelled"
        ? ""
        : chance.helpers.arrayElement(handlers).name,
    remark: "",
    search: invoiceSearch({ ...buyer, companyName: company.name, invoiceNo }),
  };
  book.invoices.push(invoice);
  for (const order of group) {
    book.orders.push({ invoiceId: id, orderId: order.id });
    order.invoiceStatus = orderMark[fate.status];
  }
  if (invoiceNo) book.numbers.push({ invoiceNo, invoiceId: id, red: false });
  if (redInvoiceNo) book.numbers.push({ invoiceNo: redInvoiceNo, invoiceId: id, red: true });
}

/** The company itself, or its contact person; offices of the state want no special invoice. */
function buyerOf({ chance }: SeedFrame, company: CompanyInsert, person: boolean) {
  const email = `caiwu${company.creditCode.slice(-6).toLowerCase()}@example.com`;
  const plain = person || company.type === "government" || company.type === "institution";
  const special = !plain && chance.datatype.boolean(0.6);
  return {
    titleType: person ? ("person" as const) : ("company" as const),
    title: person ? company.contact : company.name,
    taxNo: person ? "" : company.creditCode,
    type: special ? ("special" as const) : ("normal" as const),
    email,
    bankAccount: special ? `${chance.helpers.arrayElement(banks)} ${chance.string.numeric(19)}` : "",
    address: special ? company.address : "",
  };
}

const stepsOf = ({ chance }: SeedFrame, { status, issuedAt, redAt }: InvoiceFate) => ({
  issueDate: issuedAt && firstOfDay(issuedAt),
  redIssueDate: redAt && firstOfDay(redAt),
  redReason: status === "reversing" || status === "reversed" ? chance.helpers.arrayElement(redReasons) : "",
  rejectReason: status === "rejected" ? chance.helpers.arrayElement(rejectReasons) : "",
});

type NumberMaker = (company: CompanyInsert, at: Date) => string;

/** Numbers as the tax authority makes them: year, province, 2 for electronic, then 15 digits; each given once. */
function numberMaker(first: number): NumberMaker {
  let count = 0;
  return ({ regionId }, at) => {
    count += 1;
    return `${String(at.getUTCFullYear()).slice(2)}${regionId.slice(0, 2)}2${first}${String(count * 1371).padStart(14, "0")}`;
  };
}
