import { getTableName } from "drizzle-orm";
import { auditEntities } from "../../adapters/contract/auditEntities.ts";
import { isId } from "../../adapters/contract/loginFields.ts";
import * as word from "../../adapters/contract/words.ts";
import { declaredSubjects } from "../db/schema/declaredSubjects.ts";
import type { RecordScope } from "./recordScope.ts";
import { type Reach, type ScopeSql, tableReach } from "./tableReach.ts";

/** Ids become part of statements. */
function toLiteral(id: string): string {
  if (!isId(id)) throw new Error("An id of a scope is no id");
  return id;
}

function selectCompanies({ by, staffId, departmentId }: RecordScope): string {
  const managed = (() => {
    if (by === "all") return "true";
    if (by === "own") return `manager_id = ${toLiteral(staffId)}`;
    return departmentId === null
      ? "false"
      : `manager_id in (select id from public.staff where department_id = ${toLiteral(departmentId)})`;
  })();
  return `select id from public.companies where ${managed}`;
}

const toScopeSql = (scope: RecordScope): ScopeSql => ({
  companies: selectCompanies(scope),
  staffId: toLiteral(scope.staffId),
});

/** Condition of the rows of `t` that are in the scope; null if they all are. */
function buildCondition(table: string, scope: ScopeSql): string | null {
  const reach = tableReach[table] ?? "none";
  if (reach === "none") return "false";
  if (reach === "open" || "rows" in reach) return null;
  if ("where" in reach) return reach.where(scope);
  if (reach.of === undefined) return `t.${reach.column} in (${scope.companies})`;
  const parent = buildCondition(reach.of, scope) ?? "true";
  return `t.${reach.column} in (select t.id from public.${reach.of} t where ${parent})`;
}

/** The rows of a table in the scope. */
function selectRows(table: string, scope: ScopeSql): string {
  const reach = tableReach[table];
  if (typeof reach === "object" && "rows" in reach) return reach.rows(scope);
  return `select t.* from public.${table} t where ${buildCondition(table, scope) ?? "true"}`;
}

const narrowedTables = Object.entries(tableReach).filter(([, reach]) => reach !== "open");
const narrowedNames = new Map(narrowedTables);
const mention = new RegExp(`\\b(?:${[...narrowedNames.keys()].join("|")})\\b`, "g");

/** How a statement that reads begins; `with` is extended. */
const readStart = /^\s*(explain\s*\([^)]*\)\s*)?(select\b|\(|with\s+(recursive\s+)?)/i;

/**
 * Narrows a statement to what a scope has: each table that it names is replaced by its rows in the scope, so that lists,
 * sums, single records and search need nothing of their own. Refuses to write to such a table, and to read one of which nothing is known.
 */
export function scopeStatement(text: string, scope: RecordScope): string {
  if (scope.by === "all") return text;
  for (const [, table = ""] of text.matchAll(/\b(?:from|join)\s+"(\w+)"/gi))
    if (!(table in tableReach)) throw new Error(`tableReach does not say how ${table} reaches its company`);
  const tables = [...new Set(text.match(mention))];
  if (tables.length === 0) return text;
  const [, explain = "", start = "", recursive = ""] = readStart.exec(text) ?? [];
  const isRead = start !== "";
  if (!isRead) {
    const refused = tables.find((table) => !isWritable(table));
    if (refused !== undefined) throw new Error(`A read of a scope would write ${refused}`);
    return text;
  }
  const scopeSql = toScopeSql(scope);
  const rows = tables.map((table) => `"${table}" as not materialized (${selectRows(table, scopeSql)})`);
  const hasOwn = /^with/i.test(start);
  const rest = text.slice(text.indexOf(start, explain.length) + (hasOwn ? start.length : 0));
  return `${explain}with ${recursive}${rows.join(", ")}${hasOwn ? ", " : " "}${rest}`;
}

function isWritable(table: string): boolean {
  const reach = narrowedNames.get(table);
  return typeof reach === "object" && "where" in reach && reach.isWritable === true;
}

/** Records that nobody else names, and those that a refusal names more shortly than the audit trail. */
const otherLabels: Readonly<Record<string, string>> = {
  users: word.user,
  order_pays: word.payment,
  sms_batches: "群发任务",
  flights: word.flight,
  flight_videos: word.video,
  alarm_rules: word.alarmRule,
  import_jobs: word.importRows,
  uploads: word.file,
};

/** Whether some of a table's rows are outside of a scope. */
const hidesRows = (reach: Reach | undefined) => typeof reach === "object" && !("rows" in reach);

/** Tables with records of companies, by what a refusal calls them. */
const recordLabels: Readonly<Record<string, string>> = {
  companies: auditEntities.company,
  ...Object.fromEntries(
    declaredSubjects
      .map(({ table, entities: [entity] }) => [getTableName(table), auditEntities[entity]] as const)
      .filter(([table]) => hidesRows(tableReach[table])),
  ),
  ...otherLabels,
};

/** Selects id and label of the records with these ids that exist outside of the scope. */
export function selectHidden(ids: readonly string[], scope: RecordScope): string {
  const scopeSql = toScopeSql(scope);
  const list = ids.map(toLiteral).join(", ");
  return Object.entries(recordLabels)
    .map(
      ([table, label]) =>
        `select t.id::text as id, '${label}' as label from public.${table} t
          where t.id in (${list}) and (${buildCondition(table, scopeSql) ?? "true"}) is not true`,
    )
    .join(" union all ");
}
