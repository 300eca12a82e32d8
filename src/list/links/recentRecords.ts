import * as z from "zod/mini";
import { recordFields, type SearchKind, searchKind } from "../../../adapters/contract/graphql/search.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow } from "../listDefinition.ts";

/** A record that was opened, as it was then. */
const recentRecord = z.object(recordFields);
export type RecentRecord = z.infer<typeof recentRecord>;

const key = "query.recentRecords";
const maxRecords = 10;

/** Parses what is stored; what does not fit is left out. */
export function parseRecentRecords(stored: unknown): readonly RecentRecord[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry) => {
    const parsed = recentRecord.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

const isSame = (a: Pick<RecentRecord, "kind" | "id">, b: Pick<RecentRecord, "kind" | "id">) =>
  a.kind === b.kind && a.id === b.id;

/** Puts a record first; each is there once, and the oldest ones go. */
export const addRecentRecord = (
  records: readonly RecentRecord[],
  { kind, id, title, subtitle, status, paidFen, redFen, companyId, parentId }: RecentRecord,
): readonly RecentRecord[] =>
  [
    { kind, id, title, subtitle, status, paidFen, redFen, companyId, parentId },
    ...records.filter((other) => !isSame(other, { kind, id })),
  ].slice(0, maxRecords);

/** Recently opened ones before the others, both in their order. */
export function sortRecentFirst<H extends Pick<RecentRecord, "kind" | "id">>(
  hits: readonly H[],
  recent: readonly RecentRecord[],
): readonly H[] {
  const isRecent = (hit: H) => recent.some((record) => isSame(record, hit));
  return [...hits.filter(isRecent), ...hits.filter((hit) => !isRecent(hit))];
}

/** The user's recent records on the server; without them the search works all the same. */
export const fetchRecentRecords = async ({ storage }: Pick<PageApi, "storage">) =>
  parseRecentRecords(await storage.get(key));

export const storeRecentRecord = ({ storage }: Pick<PageApi, "storage">, record: RecentRecord) =>
  storage.update(key, (stored) => addRecentRecord(parseRecentRecords(stored), record));

/** A row of a list as a recent record; null if the search has no such records. */
export function toRecentRecord(listName: string, title: string, row: AnyRow): RecentRecord | null {
  const kind = searchKind.schema.safeParse(listName);
  if (!kind.success) return null;
  const fields: Readonly<Record<string, unknown>> = { ...row };
  const getFen = (of: SearchKind, field: string) =>
    kind.data === of && typeof fields[field] === "number" ? fields[field] : null;
  const getText = (field: string) => (typeof fields[field] === "string" ? fields[field] : "");
  return {
    kind: kind.data,
    id: row.id,
    title,
    subtitle: getText("companyName"),
    status: getText("status"),
    paidFen: getFen("order", "paidFen"),
    redFen: getFen("invoice", "redFen"),
    companyId: getText("companyId") || null,
    // A payment is shown in its order.
    parentId: kind.data === "payment" ? getText("orderId") || null : null,
  };
}
