import { addMonths } from "../../modules/serviceGrant/addMonths.ts";
import type { CompanyInsert, SeedFrame } from "../seedCompanies.ts";

/** When a company orders; one of its orders is to end just where the company's services do. */
export interface PlannedOrder {
  readonly company: CompanyInsert;
  readonly at: Date;
  /** When it is approved, and for how many months, where it is to decide the company's end. */
  readonly anchor: { readonly approvedAt: Date; readonly months: number } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** So many orders of these companies in the order of time: more of whom is to spend more. */
export function orderPlan({ chance, now }: SeedFrame, companies: readonly CompanyInsert[], count: number) {
  // What companies are to spend differs by the hundredfold, their number of orders should not.
  const weights = companies.map(({ orderAmountFen }) => 1 + Math.sqrt((orderAmountFen ?? 0) / 1_000_000));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let given = 0;
  const plan = companies.flatMap((company, index): PlannedOrder[] => {
    weighed += weights[index] ?? 0;
    const upTo = Math.round((count * weighed) / whole);
    const own = upTo - given;
    given = upTo;
    const anchor = own > 0 ? anchorOf({ chance, now }, company) : null;
    const others = Array.from({ length: own - (anchor ? 1 : 0) }, () => ({
      company,
      at: timeOf({ chance, now }, company),
      anchor: null,
    }));
    return anchor ? [anchor, ...others] : others;
  });
  return plan.sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Chance = Pick<SeedFrame, "chance" | "now">;

/** The order that ends with the company's services, if the company is old enough for one. */
function anchorOf({ chance, now }: Chance, company: CompanyInsert): PlannedOrder | null {
  const { expireAt, createdAt } = company;
  if (!expireAt) return null;
  for (const months of chance.helpers.shuffle([1, 3, 6, 12, 24])) {
    const approvedAt = addMonths(expireAt, -months);
    const at = new Date(approvedAt.getTime() - chance.number.int({ min: 2, max: 20 }) * hourMs);
    if (at > createdAt && approvedAt < now) return { company, at, anchor: { approvedAt, months } };
  }
  return null;
}

/** Mostly while the company's services run, now and then after. */
function timeOf({ chance, now }: Chance, { createdAt, expireAt }: CompanyInsert): Date {
  const over = expireAt && expireAt < now && expireAt > createdAt && chance.datatype.boolean(0.9);
  const to = over && expireAt ? expireAt : now;
  // Every tenth is of the last weeks, where orders are still under way.
  const lately = new Date(Math.max(createdAt.getTime(), to.getTime() - 28 * dayMs));
  return chance.date.between({ from: chance.datatype.boolean(0.1) ? lately : createdAt, to });
}
