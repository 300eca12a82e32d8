import { hostname } from "node:os";
import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import {
  type ProcessStatus,
  processDuty,
  processStatus,
  type systemStatusCalls,
} from "../../../adapters/contract/systemStatus.ts";
import type { Call, Handlers } from "../../call.ts";
import { leaseDuration } from "../../cluster/leaseTimes.ts";
import type { Db } from "../../db/handle.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { importJobs } from "../../db/schema/importJob.ts";
import { leases } from "../../db/schema/lease.ts";
import { processes } from "../../db/schema/process.ts";
import { sheetImports } from "../../db/schema/sheetImport.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { platformEvents } from "../../db/schema/taskEvent.ts";

type SystemStatus = EndpointData<typeof systemStatusCalls.systemStatus>;
type ProcessRow = SystemStatus["processes"][number];

declare module "../../call.ts" {
  interface Services {
    readonly systemStatus: {
      /** 0 to 1023; null on the embedded database, which has one process. */
      readonly processId: number | null;
      readonly isWritable: () => Promise<boolean>;
      /** What this process says of itself. */
      readonly readProcessStatus: () => ProcessStatus;
      /** Tables that cannot be read, or not as a whole. */
      readonly getDamaged: () => readonly string[];
    };
  }
}

const maxEvents = 20;
const duties = processDuty.schema.options;

/** Of several processes those that run or stopped a short while ago, as the database has them. */
async function readProcesses(db: Db, { systemStatus }: Call): Promise<ProcessRow[]> {
  const isRunning = sql<boolean>`${processes.until} > now()`;
  /** The lease of one that runs ends later than it was renewed. */
  const heardAt = sql`case when ${isRunning} then ${processes.until} - interval '${sql.raw(leaseDuration)}' else ${processes.until} end`;
  const rows = await db
    .select({
      id: processes.id,
      name: processes.name,
      address: processes.address,
      version: processes.version,
      startedAt: processes.startedAt,
      status: processes.status,
      isRunning,
      heardAt: heardAt.mapWith(processes.until),
    })
    .from(processes)
    .where(gt(processes.until, sql`now() - interval '1 hour'`))
    .orderBy(desc(isRunning), processes.startedAt);
  const held = await db.select().from(leases).where(gt(leases.until, sql`now()`));
  return rows.map(({ id, name, address, version, startedAt, status, isRunning, heardAt }) => {
    const isThis = id === systemStatus.processId;
    return {
      id,
      name,
      address,
      version,
      startedAt: startedAt.toISOString(),
      heardAt: heardAt.toISOString(),
      isRunning,
      hasFailed: !isRunning && status !== null,
      isThis,
      // One that is alone has no leases; another one without an address is still starting.
      duties:
        address === "" && isThis
          ? [...duties]
          : duties.filter((duty) => held.some((lease) => lease.name === duty && lease.owner === id)),
      status: isThis ? systemStatus.readProcessStatus() : isRunning ? parseStatus(status) : null,
    };
  });
}

/** Another build may say other things. */
const parseStatus = (status: unknown): ProcessStatus | null => processStatus.safeParse(status).data ?? null;

/** The embedded database knows no processes: there is this one. */
const toOnlyProcess = ({ now, systemStatus }: Call): ProcessRow => ({
  id: null,
  name: `${hostname()} ${process.pid}`,
  address: "",
  version: "",
  startedAt: new Date(now.getTime() - process.uptime() * 1_000).toISOString(),
  heardAt: now.toISOString(),
  isRunning: true,
  hasFailed: false,
  isThis: true,
  duties: [...duties],
  status: systemStatus.readProcessStatus(),
});

async function readDatabase(db: Db, { systemStatus }: Call): Promise<SystemStatus["database"]> {
  const askedAt = performance.now();
  const [row] = await db
    .select({ version: sql<string>`current_setting('server_version')` })
    .from(sql`(select 1) as one`);
  const answerMs = Math.round(performance.now() - askedAt);
  const [size] = await db
    .select({ bytes: sql`pg_database_size(current_database())`.mapWith(Number) })
    .from(sql`(select 1) as one`);
  return {
    kind: systemStatus.processId === null ? "embedded" : "postgres",
    version: row?.version ?? "",
    sizeBytes: size?.bytes ?? 0,
    answerMs,
    isWritable: await systemStatus.isWritable(),
    damagedTables: [...systemStatus.getDamaged()],
  };
}

async function countJobs(db: Db): Promise<SystemStatus["jobs"]> {
  const records = await db.$count(importJobs, isNull(importJobs.endedAt));
  const sheets = await db.$count(
    sheetImports,
    and(isNull(sheetImports.endedAt), isNotNull(sheetImports.mode)),
  );
  // One by one, as each status has an index of few rows: both in one condition read the whole table.
  const queued = await db.$count(smsMessages, eq(smsMessages.status, "queued"));
  const sending = await db.$count(smsMessages, eq(smsMessages.status, "sending"));
  return {
    exports: await db.$count(exportJobs, eq(exportJobs.status, "running")),
    imports: records + sheets,
    sms: queued + sending,
  };
}

export const systemStatusHandlers: Handlers<typeof systemStatusCalls> = {
  systemStatus: async (_input, call) => {
    const { db, now } = call;
    return {
      at: now.toISOString(),
      processes: call.systemStatus.processId === null ? [toOnlyProcess(call)] : await readProcesses(db, call),
      database: await readDatabase(db, call),
      jobs: await countJobs(db),
      events: (await db.select().from(platformEvents).orderBy(desc(platformEvents.at)).limit(maxEvents)).map(
        ({ at, kind, durationMs }) => ({ at: at.toISOString(), kind, durationMs }),
      ),
    };
  },
};
