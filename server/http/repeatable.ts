import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { withoutSecrets } from "../audit/withoutSecrets.ts";
import { Refusal } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { requests } from "../db/schema/requests.ts";
import type { Outcome } from "./outcome.ts";
import type { ParsedInput } from "./parseInput.ts";

interface Act {
  readonly staffId: string;
  readonly call: string;
  readonly requestId: string;
}

/** The `requestId` that an input carries, in its body or query. */
export function requestIdOf({ body, query }: ParsedInput): string | undefined {
  for (const part of [body, query]) {
    const id = (part as { requestId?: unknown } | undefined)?.requestId;
    if (typeof id === "string") return id;
  }
  return undefined;
}

/**
 * Carries an act out once: a second request of the same name gets the first answer, waiting for it where it is
 * still under way. Runs inside the act's transaction, so that an act that fails leaves its name free.
 */
export async function once(
  db: Db,
  act: Act,
  input: ParsedInput,
  now: Date,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  // Of a password not even this hash: it is fast to try, unlike the one that the password is kept as.
  const inputHash = createHash("sha256")
    .update(JSON.stringify(withoutSecrets(input)))
    .digest("hex");
  const row = { ...act, inputHash, createdAt: now };
  const taken = await db.insert(requests).values(row).onConflictDoNothing().returning();
  const same = and(
    eq(requests.staffId, act.staffId),
    eq(requests.call, act.call),
    eq(requests.requestId, act.requestId),
  );
  if (taken.length === 0) {
    const [first] = await db.select().from(requests).where(same);
    if (first?.inputHash !== inputHash) throw new Refusal("该请求编号已用于另一次操作，请刷新后重试");
    return first.answer as Outcome;
  }
  const outcome = await work();
  await db
    .update(requests)
    .set({ answer: withoutOnceShown(outcome) })
    .where(same);
  return outcome;
}

/** Secrets that are shown once are not kept, so that a repeated request answers null in their place. */
function withoutOnceShown(outcome: Outcome): Outcome {
  const { data } = outcome;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return outcome;
  const hidden = ["initialPassword", "secret"].filter((name) => name in data);
  return { ...outcome, data: { ...data, ...Object.fromEntries(hidden.map((name) => [name, null])) } };
}
