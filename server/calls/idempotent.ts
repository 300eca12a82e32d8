import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { omitSecrets } from "../audit/omitSecrets.ts";
import type { Db } from "../db/handle.ts";
import { requests } from "../db/schema/requests.ts";
import { RefusalError } from "../errors.ts";
import type { ParsedInput } from "../http/parseInput.ts";
import type { Outcome } from "../http/toOutcome.ts";
import type { UploadedFile } from "../uploadedFile.ts";

interface RequestKey {
  readonly staffId: string;
  readonly call: string;
  readonly requestId: string;
}

/** The `requestId` in the body or query. */
export function getRequestId({ body, query }: ParsedInput): string | undefined {
  for (const part of [body, query]) {
    const id = (part as { requestId?: unknown } | undefined)?.requestId;
    if (typeof id === "string") return id;
  }
  return undefined;
}

/**
 * Runs a call once per `requestId`. A repeated request gets the first reply and waits while that is still running.
 * Runs inside the call's transaction, so that a failed call releases its `requestId`.
 */
export async function idempotent(
  db: Db,
  key: RequestKey,
  input: ParsedInput & { readonly file?: UploadedFile },
  now: Date,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const inputHash = hashInput(input);
  const row = { ...key, inputHash, createdAt: now };
  const inserted = await db.insert(requests).values(row).onConflictDoNothing().returning();
  const isSameRequest = and(
    eq(requests.staffId, key.staffId),
    eq(requests.call, key.call),
    eq(requests.requestId, key.requestId),
  );
  if (inserted.length === 0) {
    const [first] = await db.select().from(requests).where(isSameRequest);
    if (first?.inputHash !== inputHash) throw new RefusalError("该请求编号已用于另一次操作，请刷新后重试");
    return first.answer as Outcome;
  }
  const outcome = await run();
  await db
    .update(requests)
    .set({ answer: omitOneTimeSecrets(outcome) })
    .where(isSameRequest);
  return outcome;
}

/** Without passwords: this hash is fast to brute-force, unlike the stored password hash. */
function hashInput({ file, ...parts }: ParsedInput & { readonly file?: UploadedFile }): string {
  const hash = createHash("sha256").update(JSON.stringify(omitSecrets(parts)));
  return (file ? hash.update(file.bytes) : hash).digest("hex");
}

/** Secrets that are shown once are not stored: a repeated request gets null in their place. */
function omitOneTimeSecrets(outcome: Outcome): Outcome {
  const { data } = outcome;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return outcome;
  const hidden = ["initialPassword", "secret"].filter((name) => name in data);
  return { ...outcome, data: { ...data, ...Object.fromEntries(hidden.map((name) => [name, null])) } };
}
