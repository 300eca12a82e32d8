import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";

/** Of a grant what decides whether, and how much, can be drawn from it. */
export type QuotaGrant = Pick<
  ServiceGrantRecord,
  "id" | "total" | "used" | "startAt" | "expireAt" | "endedAt"
>;

/** So much of one grant is used. */
export interface Allocation {
  readonly id: string;
  readonly amount: number;
}

const canUse = ({ total, used, startAt, expireAt, endedAt }: QuotaGrant, at: Date): boolean =>
  endedAt === null && startAt <= at && at < expireAt && used < total;

const compareByExpiry = (a: QuotaGrant, b: QuotaGrant): number =>
  a.expireAt.getTime() - b.expireAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * What of a company's grants of one service a use at `at` draws on: the earliest end first, of each no more than is
 * left, none that waits, has expired or was ended. The draws come to less than `requested` where not so much is left.
 */
export function allocateQuota(grants: readonly QuotaGrant[], requested: number, at: Date): Allocation[] {
  const allocations: Allocation[] = [];
  let remaining = requested;
  for (const grant of grants.filter((candidate) => canUse(candidate, at)).toSorted(compareByExpiry)) {
    if (remaining <= 0) break;
    const amount = Math.min(remaining, grant.total - grant.used);
    allocations.push({ id: grant.id, amount });
    remaining -= amount;
  }
  return allocations;
}
