import { addMonths } from "../../modules/serviceGrant/addMonths.ts";
import type { CompanyInsert, SeedContext } from "../seedCompanies.ts";

/** When a company orders; one of its orders is to end just where the company's services do. */
export interface ScheduledOrder {
  readonly company: CompanyInsert;
  readonly at: Date;
  /** When it is approved, and for how many months, where it is to decide the company's end. */
  readonly anchor: { readonly approvedAt: Date; readonly months: number } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** So many orders of these companies in the order of time: more of whom is to spend more. */
export function scheduleOrders(
  { faker, now }: SeedContext,
  companies: readonly CompanyInsert[],
  count: number,
) {
  // What companies are to spend differs by the hundredfold, their number of orders should not.
  const weights = companies.map(({ orderAmountFen }) => 1 + Math.sqrt((orderAmountFen ?? 0) / 1_000_000));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let countSoFar = 0;
  const scheduled = companies.flatMap((company, index): ScheduledOrder[] => {
    weightSoFar += weights[index] ?? 0;
    const upTo = Math.round((count * weightSoFar) / totalWeight);
    const ownCount = upTo - countSoFar;
    countSoFar = upTo;
    const anchor = ownCount > 0 ? findAnchor({ faker, now }, company) : null;
    const others = Array.from({ length: ownCount - (anchor ? 1 : 0) }, () => ({
      company,
      at: pickTime({ faker, now }, company),
      anchor: null,
    }));
    return anchor ? [anchor, ...others] : others;
  });
  return scheduled.sort((a, b) => a.at.getTime() - b.at.getTime());
}

type RandomContext = Pick<SeedContext, "faker" | "now">;

/** The order that ends with the company's services, if the company is old enough for one. */
function findAnchor({ faker, now }: RandomContext, company: CompanyInsert): ScheduledOrder | null {
  const { expireAt, createdAt } = company;
  if (!expireAt) return null;
  for (const months of faker.helpers.shuffle([1, 3, 6, 12, 24])) {
    const approvedAt = addMonths(expireAt, -months);
    const at = new Date(approvedAt.getTime() - faker.number.int({ min: 2, max: 20 }) * hourMs);
    if (at > createdAt && approvedAt < now) return { company, at, anchor: { approvedAt, months } };
  }
  return null;
}

/** Mostly while the company's services run, now and then after. */
function pickTime({ faker, now }: RandomContext, { createdAt, expireAt }: CompanyInsert): Date {
  const isExpired = expireAt && expireAt < now && expireAt > createdAt && faker.datatype.boolean(0.9);
  const to = isExpired && expireAt ? expireAt : now;
  // Every tenth is of the last weeks, where orders are still under way.
  const recentStart = new Date(Math.max(createdAt.getTime(), to.getTime() - 28 * dayMs));
  return faker.date.between({ from: faker.datatype.boolean(0.1) ? recentStart : createdAt, to });
}
