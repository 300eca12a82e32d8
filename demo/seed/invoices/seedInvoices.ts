import type { Faker } from "@faker-js/faker";
import { orderInvoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import type {
  InvoiceRecord,
  invoiceNumbers,
  invoiceOrders,
  invoiceProfiles,
  invoiceReds,
} from "../../../server/db/schema/invoice.ts";
import type { OrderRecord } from "../../../server/db/schema/order.ts";
import type { StaffRecord } from "../../../server/db/schema/staff.ts";
import { buildInvoiceSearchText } from "../../../server/modules/invoice/invoiceApply.ts";
import { mergeInvoiceLines } from "../../../server/modules/invoice/mergeInvoiceLines.ts";
import { startOfShanghaiDay, toShanghaiWallTime } from "../../../server/records/shanghaiDay.ts";
import { createRecordFaker } from "../createRecordFaker.ts";
import type { CompanyInsert, SeedContext } from "../seedCompanies.ts";

type Status = InvoiceRecord["status"];

/** Final status of an invoice and the times of its steps; null for a step that was not taken. */
interface InvoiceOutcome {
  readonly status: Status;
  readonly appliedAt: Date;
  readonly issuedAt: Date | null;
  readonly redAt: Date | null;
  readonly lastAt: Date;
  readonly version: number;
}

const dayMs = 86_400_000;
/** Unlike those of other kinds of records. */
const invoiceSeries = 20_261_122;
const weights: readonly (readonly [Status, number])[] = [
  ["issued", 69],
  ["applied", 8],
  ["rejected", 6],
  ["cancelled", 6],
  ["reversing", 3],
  ["reversed", 8],
];

/** Picks a random outcome for an invoice whose orders were settled at `settledAt`. No step is pending for weeks. */
function pickInvoiceOutcome(
  { faker, now }: Pick<SeedContext, "faker" | "now">,
  settledAt: Date,
): InvoiceOutcome {
  const status = faker.helpers.weightedArrayElement(weights.map(([value, weight]) => ({ value, weight })));
  const between = (from: Date, to: Date) =>
    new Date(from.getTime() + Math.floor(Math.max(0, to.getTime() - from.getTime()) * faker.number.float()));
  const within = (from: Date, days: number) =>
    between(from, new Date(Math.min(now.getTime(), from.getTime() + days * dayMs)));
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const later = (a: Date, b: Date) => (a > b ? a : b);
  if (status === "applied") {
    const appliedAt = between(later(settledAt, daysAgo(6)), now);
    return { status, appliedAt, issuedAt: null, redAt: null, lastAt: appliedAt, version: 1 };
  }
  const appliedAt = within(settledAt, 15);
  if (status === "rejected" || status === "cancelled")
    return { status, appliedAt, issuedAt: null, redAt: null, lastAt: within(appliedAt, 2), version: 2 };
  const issuedAt = within(appliedAt, 3);
  if (status === "issued") return { status, appliedAt, issuedAt, redAt: null, lastAt: issuedAt, version: 2 };
  if (status === "reversing") {
    const lastAt = between(later(issuedAt, daysAgo(7)), now);
    return { status, appliedAt, issuedAt, redAt: null, lastAt, version: 3 };
  }
  const redAt = within(issuedAt, 40);
  return { status, appliedAt, issuedAt, redAt, lastAt: redAt, version: 4 };
}

/** An application that was submitted just now. */
const createAppliedOutcome = (now: Date): InvoiceOutcome => ({
  status: "applied",
  appliedAt: now,
  issuedAt: null,
  redAt: null,
  lastAt: now,
  version: 1,
});

/** Invoice status of the orders, by status of the invoice. */
const orderStatusByInvoice: Readonly<Record<Status, OrderRecord["invoiceStatus"]>> = {
  applied: "applied",
  issued: "issued",
  reversing: "issued",
  rejected: "none",
  cancelled: "none",
  reversed: "none",
};

/** The rows of seeded invoices. */
export interface InvoiceRows {
  readonly invoices: InvoiceRecord[];
  readonly orders: (typeof invoiceOrders.$inferInsert)[];
  readonly numbers: (typeof invoiceNumbers.$inferInsert)[];
  readonly reds: (typeof invoiceReds.$inferInsert)[];
}

interface InvoiceFixtures {
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

/** Returns a function that creates up to `count` invoices of the orders and sets the orders' invoice status. */
export function seedInvoices(
  context: SeedContext,
  people: readonly StaffRecord[],
): (companies: readonly CompanyInsert[], orders: readonly OrderRecord[], count: number) => InvoiceRows {
  const activeStaff = people.filter(({ status }) => status === "normal");
  const fixtures: InvoiceFixtures = {
    applicants: activeStaff.filter(({ roles }) => roles.includes("operator")),
    handlers: activeStaff.filter(({ roles }) => roles.includes("finance")),
  };
  const numbers = { invoice: createNumberGenerator(1), red: createNumberGenerator(9) };
  const fakerOf = createRecordFaker(context.faker, invoiceSeries);
  let createdCount = 0;
  return (companies, orders, count) => {
    const rows: InvoiceRows = { invoices: [], orders: [], numbers: [], reds: [] };
    const byId = new Map(companies.map((company) => [company.id, company]));
    const faker = fakerOf(createdCount, 0);
    for (const group of faker.helpers.shuffle(groupOrders(faker, orders)).slice(0, count)) {
      const company = byId.get(group[0].companyId);
      if (!company) continue;
      const own = { ...context, faker: fakerOf(createdCount, 1) };
      addInvoice(own, { fixtures, numbers, rows, index: createdCount++ }, company, group);
    }
    return rows;
  };
}

/** The buyers of the companies' last applications in their own names. */
export function toInvoiceProfiles(
  records: readonly InvoiceRecord[],
): readonly (typeof invoiceProfiles.$inferInsert)[] {
  const own = records
    .filter(({ titleType }) => titleType === "company")
    .toSorted((a, b) => a.appliedAt.getTime() - b.appliedAt.getTime());
  return [...new Map(own.map((record) => [record.companyId, record])).values()].map(
    ({ companyId, appliedAt, type, title, taxNo, email, bankAccount, address }) => ({
      companyId,
      updatedAt: appliedAt,
      type,
      title,
      taxNo,
      email,
      bankAccount,
      address,
    }),
  );
}

interface InvoiceContext {
  readonly fixtures: InvoiceFixtures;
  readonly numbers: Readonly<Record<"invoice" | "red", NumberGenerator>>;
  readonly rows: InvoiceRows;
  readonly index: number;
}

type Group = readonly [OrderRecord, ...OrderRecord[]];

/** Groups consecutive invoiceable orders of a company, one to six each. */
function groupOrders(faker: Faker, orders: readonly OrderRecord[]): Group[] {
  const invoiceable = orders.filter((order) => orderInvoiceRefusal(order) === null);
  return [...Map.groupBy(invoiceable, ({ companyId }) => companyId).values()].flatMap((companyOrders) => {
    const groups: Group[] = [];
    const waiting = [...companyOrders];
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      const extraCount = faker.helpers.weightedArrayElement([
        { value: 0, weight: 60 },
        { value: 1, weight: 25 },
        { value: 2, weight: 10 },
        { value: 5, weight: 5 },
      ]);
      groups.push([first, ...waiting.splice(0, extraCount)]);
    }
    return groups;
  });
}

function addInvoice(
  context: SeedContext,
  { fixtures: { applicants, handlers }, numbers, rows, index }: InvoiceContext,
  company: CompanyInsert,
  group: Group,
) {
  const { faker, now, newId } = context;
  const settled = group.map(({ paidAt, createdAt }) => (paidAt ?? createdAt).getTime());
  // The first is always an open application, the newest of all.
  const outcome =
    index === 0 ? createAppliedOutcome(now) : pickInvoiceOutcome(context, new Date(Math.max(...settled)));
  const applicant = faker.helpers.arrayElement(applicants);
  const id = newId();
  const invoiceNo = outcome.issuedAt ? numbers.invoice(company, outcome.issuedAt) : "";
  const redInvoiceNo = outcome.redAt ? numbers.red(company, outcome.redAt) : "";
  const buyer = createBuyer(context, company, index % 25 === 24);
  const amounts = mergeInvoiceLines(group.flatMap(({ taxLines }) => taxLines));
  const invoice: InvoiceRecord = {
    ...buyer,
    ...createStatusFields(context, outcome),
    ...amounts,
    redFen: outcome.status === "reversed" ? amounts.amountFen : 0,
    redAskFen: outcome.status === "reversing" ? amounts.amountFen : 0,
    id,
    version: outcome.version,
    createdAt: outcome.appliedAt,
    updatedAt: outcome.lastAt,
    deletedAt: null,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    orderCount: group.length,
    orderNos: group.map(({ orderNo }) => orderNo).join("、"),
    status: outcome.status,
    invoiceNo,
    redInvoiceNo,
    redInvoiceNos: redInvoiceNo,
    fileUrl: "",
    redFileUrl: "",
    applicantId: applicant.id,
    applicantName: applicant.name,
    appliedAt: outcome.appliedAt,
    handlerName:
      outcome.status === "applied" || outcome.status === "cancelled"
        ? ""
        : faker.helpers.arrayElement(handlers).name,
    remark: "",
    search: buildInvoiceSearchText({
      ...buyer,
      companyName: company.name,
      invoiceNo,
      redInvoiceNos: redInvoiceNo,
    }),
  };
  rows.invoices.push(invoice);
  for (const order of group) {
    order.invoiceStatus = orderStatusByInvoice[outcome.status];
    const isInvoiced = order.invoiceStatus !== "none";
    rows.orders.push({ invoiceId: id, orderId: order.id, lines: isInvoiced ? order.taxLines : [] });
    order.invoicedFen = isInvoiced ? order.payableFen : 0;
  }
  if (invoiceNo) rows.numbers.push({ invoiceNo, invoiceId: id, red: false });
  if (outcome.status === "reversing" || outcome.status === "reversed")
    rows.reds.push({
      ...amounts,
      id,
      invoiceId: id,
      createdAt: outcome.lastAt,
      reason: invoice.redReason,
      redInvoiceNo,
      issueDate: invoice.redIssueDate,
    });
  if (redInvoiceNo) rows.numbers.push({ invoiceNo: redInvoiceNo, invoiceId: id, red: true });
}

/** The company itself, or its contact person. Public bodies get no special invoice. */
function createBuyer({ faker }: SeedContext, company: CompanyInsert, person: boolean) {
  const email = `caiwu${company.creditCode.slice(-6).toLowerCase()}@example.com`;
  const isPlain = person || company.type === "government" || company.type === "institution";
  const isSpecial = !isPlain && faker.datatype.boolean(0.6);
  return {
    titleType: person ? ("person" as const) : ("company" as const),
    title: person ? company.contact : company.name,
    taxNo: person ? "" : company.creditCode,
    type: isSpecial ? ("special" as const) : ("normal" as const),
    email,
    bankAccount: isSpecial ? `${faker.helpers.arrayElement(banks)} ${faker.string.numeric(19)}` : "",
    address: isSpecial ? company.address : "",
  };
}

const createStatusFields = ({ faker }: SeedContext, { status, issuedAt, redAt }: InvoiceOutcome) => ({
  issueDate: issuedAt && startOfShanghaiDay(issuedAt),
  redIssueDate: redAt && startOfShanghaiDay(redAt),
  redReason: status === "reversing" || status === "reversed" ? faker.helpers.arrayElement(redReasons) : "",
  rejectReason: status === "rejected" ? faker.helpers.arrayElement(rejectReasons) : "",
});

type NumberGenerator = (company: CompanyInsert, at: Date) => string;

/** Unique numbers in the tax authority's format: year, province, 2 for electronic, then 15 digits. */
function createNumberGenerator(first: number): NumberGenerator {
  let count = 0;
  return ({ regionId }, at) => {
    count += 1;
    return `${String(toShanghaiWallTime(at).getUTCFullYear()).slice(2)}${regionId.slice(0, 2)}2${first}${String(count * 1371).padStart(14, "0")}`;
  };
}
