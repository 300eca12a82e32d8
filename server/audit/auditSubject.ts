import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import type { Db } from "../db/handle.ts";
import { accessKeys } from "../db/schema/accessKey.ts";
import { alarms } from "../db/schema/alarm.ts";
import { boxes } from "../db/schema/box.ts";
import { channelCodes } from "../db/schema/channelCode.ts";
import { companies } from "../db/schema/company.ts";
import { departments } from "../db/schema/department.ts";
import { drones } from "../db/schema/drone.ts";
import { exportJobs } from "../db/schema/exportJob.ts";
import { flights, flightVideos } from "../db/schema/flight.ts";
import { goods } from "../db/schema/goods.ts";
import { hangars } from "../db/schema/hangar.ts";
import { importJobs } from "../db/schema/importJob.ts";
import { invoices } from "../db/schema/invoice.ts";
import { orders } from "../db/schema/order.ts";
import { plusModules } from "../db/schema/plus.ts";
import { screens } from "../db/schema/screen.ts";
import { services } from "../db/schema/service.ts";
import { sheetImports } from "../db/schema/sheetImport.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsBatches } from "../db/schema/smsBatch.ts";
import { smsTemplates } from "../db/schema/smsTemplate.ts";
import { staff } from "../db/schema/staff.ts";
import { tasks } from "../db/schema/task.ts";
import { users } from "../db/schema/user.ts";
import { controlZones } from "../db/schema/zone.ts";
import { formatValue } from "./formatValue.ts";
import { toFields } from "./toFields.ts";

/** Where a record's number or name, its company and its amount are. */
interface SubjectSource {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly name: PgColumn | SQL;
  readonly companyName?: PgColumn;
  readonly amountFen?: PgColumn;
}

const orderSource: SubjectSource = {
  table: orders,
  id: orders.id,
  name: orders.orderNo,
  companyName: orders.companyName,
  amountFen: orders.payableFen,
};
const companySource: SubjectSource = { table: companies, id: companies.id, name: companies.name };
const staffSource: SubjectSource = { table: staff, id: staff.id, name: staff.name };

/** By entity; none where a record has no name. An id is unique over all tables: of several sources, one has it. */
const sources: Readonly<Record<AuditEntity, readonly SubjectSource[]>> = {
  session: [staffSource],
  staff: [staffSource],
  role: [],
  department: [{ table: departments, id: departments.id, name: departments.name }],
  user: [{ table: users, id: users.id, name: users.name, companyName: users.companyName }],
  company: [companySource],
  logo: [companySource],
  invoiceProfile: [companySource],
  accessKey: [{ table: accessKeys, id: accessKeys.id, name: accessKeys.accessKey }],
  channelCode: [{ table: channelCodes, id: channelCodes.id, name: channelCodes.name }],
  service: [{ table: services, id: services.id, name: services.name }],
  goods: [{ table: goods, id: goods.id, name: goods.name }],
  order: [orderSource],
  orderPay: [orderSource],
  invoice: [
    {
      table: invoices,
      id: invoices.id,
      name: invoices.invoiceNo,
      companyName: invoices.companyName,
      amountFen: invoices.amountFen,
    },
  ],
  sms: [
    {
      table: smsMessages,
      id: smsMessages.id,
      name: smsMessages.recipientName,
      companyName: smsMessages.companyName,
    },
    { table: smsBatches, id: smsBatches.id, name: smsBatches.templateName },
  ],
  smsTemplate: [{ table: smsTemplates, id: smsTemplates.id, name: smsTemplates.name }],
  box: [{ table: boxes, id: boxes.id, name: boxes.name, companyName: boxes.companyName }],
  plus: [{ table: plusModules, id: plusModules.id, name: plusModules.name }],
  hangar: [{ table: hangars, id: hangars.id, name: hangars.name, companyName: hangars.companyName }],
  device: [{ table: drones, id: drones.id, name: drones.name, companyName: drones.companyName }],
  task: [
    { table: tasks, id: tasks.id, name: tasks.taskNo, companyName: tasks.companyName },
    { table: flights, id: flights.id, name: flights.flightNo, companyName: flights.companyName },
  ],
  video: [{ table: flightVideos, id: flightVideos.id, name: flightVideos.name }],
  zone: [
    {
      table: controlZones,
      id: controlZones.id,
      name: controlZones.name,
      companyName: controlZones.companyName,
    },
  ],
  alarm: [
    {
      table: alarms,
      id: alarms.id,
      name: sql`coalesce(nullif(${alarms.taskNo}, ''), ${alarms.droneSn})`,
      companyName: alarms.companyName,
    },
  ],
  export: [{ table: exportJobs, id: exportJobs.id, name: exportJobs.fileName }],
  sheetImport: [{ table: sheetImports, id: sheetImports.id, name: sheetImports.fileName }],
  recordingImport: [{ table: importJobs, id: importJobs.id, name: importJobs.fileName }],
  screen: [{ table: screens, id: screens.id, name: screens.name }],
  alarmRule: [],
  auditTrail: [],
  duty: [],
  // It is named by the hash of its headings; its row describes the columns.
  statementLayout: [],
  personalData: [],
};

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

async function findRecords(db: Db, entity: string, ids: readonly string[]) {
  const found = new Map<string, FoundRecord>();
  for (const { table, id, name, companyName, amountFen } of lookUp(sources, entity) ?? []) {
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
