import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";

/** The fields of a grant that determine how much of it can be used. */
export type QuotaGrant = Pick<
  ServiceGrantRecord,
  "id" | "total" | "used" | "startAt" | "expireAt" | "endedAt"
>;

/** The amount to take from one grant. */
export interface Allocation {
  readonly id: string;
  readonly amount: number;
}

const canUse = ({ total, used, startAt, expireAt, endedAt }: QuotaGrant, at: Date): boolean =>
  endedAt === null && startAt <= at && at < expireAt && used < total;

const compareByExpiry = (a: QuotaGrant, b: QuotaGrant): number =>
  a.expireAt.getTime() - b.expireAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * Allocates a use at `at` to a company's grants of one service, the earliest end first. Skips grants that have not
 * started, have expired or were ended. Allocates less than `requested` if not enough is left.
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
