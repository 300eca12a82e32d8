import { inArray, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { declaredSubjects } from "../db/schema/declaredSubjects.ts";
import { formatValue } from "./formatValue.ts";
import { toFields } from "./toFields.ts";

/** What an audit row records of an action. */
export interface AuditedAction {
  readonly entity: string;
  readonly entityId: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Subject {
  readonly name: string;
  readonly companyName: string;
  readonly amountFen: number | null;
}

const formatSubject = ({ name, companyName, amountFen }: Subject): string =>
  [name, companyName, formatValue("", "amountFen", amountFen)].filter((part) => part !== "").join(" ");

/** The amount that the action itself concerns: of a payment, a refund, or what waited for the audit. */
function getOwnAmount({ before, after }: Pick<AuditedAction, "before" | "after">): number | null {
  const { pay, amountFen, refundAskFen: askedFen, refundFen } = toFields(after);
  const { pendingFen, refundAskFen } = toFields(before);
  const amounts = [toFields(pay)["amountFen"], amountFen, askedFen, refundAskFen, refundFen, pendingFen];
  return amounts.find((fen): fen is number => typeof fen === "number" && fen > 0) ?? null;
}

/** What was acted on; reading somebody's personal data names it in the row itself. */
const getEntity = ({ entity, after }: AuditedAction) =>
  entity === "personalData" ? String(toFields(after)["entity"]) : entity;

interface FoundRecord extends Pick<Subject, "name" | "companyName"> {
  /** Undefined if records of its kind have none. */
  readonly amountFen: string | null | undefined;
}

/** An id is unique over all tables: of several with records of a kind, one has it. */
const findSubjects = (entity: string) =>
  declaredSubjects.filter(({ entities }) => entities.some((one) => one === entity));

async function findRecords(db: Db, entity: string, ids: readonly string[]) {
  const found = new Map<string, FoundRecord>();
  for (const { table, name, amountFen } of findSubjects(entity)) {
    const { id, companyName } = table;
    const wanted = ids.filter((one) => !found.has(one));
    if (wanted.length === 0) break;
    const rows = await db
      .select({
        id: sql<string>`${id}::text`,
        name: sql<string>`${name}`,
        companyName: companyName ? sql<string>`${companyName}` : sql<string>`''`,
        amountFen: amountFen ? sql<string | null>`${amountFen}` : sql<string | null>`null`,
      })
      .from(table)
      .where(inArray(id, wanted));
    for (const row of rows) found.set(row.id, { ...row, amountFen: amountFen ? row.amountFen : undefined });
  }
  return found;
}

/** The records of actions as they are now, one for each: `DD2026… 某公司 ¥10,924.00`; empty if there is none. */
export async function readSubjects(db: Db, actions: readonly AuditedAction[]): Promise<readonly string[]> {
  const found = new Map<string, FoundRecord>();
  for (const [entity, same] of Map.groupBy(actions, getEntity)) {
    const ids = new Set(same.flatMap(({ entityId }) => entityId ?? []));
    for (const [id, record] of await findRecords(db, entity, [...ids])) found.set(id, record);
  }
  return actions.map((action) => {
    const record = found.get(action.entityId ?? "");
    if (!record) return "";
    const { amountFen } = record;
    if (amountFen === undefined) return formatSubject({ ...record, amountFen: null });
    const storedFen = amountFen === null ? null : Number(amountFen);
    return formatSubject({ ...record, amountFen: getOwnAmount(action) ?? storedFen });
  });
}

/** Fields that name a record, best first. */
const nameFields = ["orderNo", "invoiceNo", "taskNo", "name", "title", "staffName", "accountName"] as const;

/** What a row from before subjects were stored tells of its record. */
export function guessSubject({ before, after }: Pick<AuditedAction, "before" | "after">): string {
  const fields = { ...toFields(before), ...toFields(after) };
  const getText = (field: string) => (typeof fields[field] === "string" ? fields[field] : "");
  return formatSubject({
    name: nameFields.map(getText).find((text) => text !== "") ?? "",
    companyName: getText("companyName"),
    amountFen: getOwnAmount({ before, after }),
  });
}
