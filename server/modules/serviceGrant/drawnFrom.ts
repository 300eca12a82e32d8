import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";

/** Of a grant what decides whether, and how much, can be drawn from it. */
export type DrawnGrant = Pick<
  ServiceGrantRecord,
  "id" | "total" | "used" | "startAt" | "expireAt" | "endedAt"
>;

/** So much of one grant is used. */
export interface Draw {
  readonly id: string;
  readonly amount: number;
}

const canUse = ({ total, used, startAt, expireAt, endedAt }: DrawnGrant, at: Date): boolean =>
  endedAt === null && startAt <= at && at < expireAt && used < total;

const byEnd = (a: DrawnGrant, b: DrawnGrant): number =>
  a.expireAt.getTime() - b.expireAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * What of a company's grants of one service a use at `at` draws on: the earliest end first, of each no more than is
 * left, none that waits, has expired or was ended. The draws come to less than `wanted` where not so much is left.
 */
export function drawnFrom(grants: readonly DrawnGrant[], wanted: number, at: Date): Draw[] {
  const draws: Draw[] = [];
  let open = wanted;
  for (const grant of grants.filter((one) => canUse(one, at)).toSorted(byEnd)) {
    if (open <= 0) break;
    const amount = Math.min(open, grant.total - grant.used);
    draws.push({ id: grant.id, amount });
    open -= amount;
  }
  return draws;
}
