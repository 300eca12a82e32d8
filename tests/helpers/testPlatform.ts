import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Endpoint, EndpointArgs } from "../../adapters/contract/endpoint.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { createApp } from "../../server/app.ts";
import { insertStaff } from "../../server/auth/insertStaff.ts";
import { createLookupLimiter } from "../../server/auth/lookupLimiter.ts";
import { hashPassword } from "../../server/auth/passwordHash.ts";
import { createSessionCache } from "../../server/auth/sessionCache.ts";
import { type SessionEndContext, startSession } from "../../server/auth/startSession.ts";
import { createLocalBus } from "../../server/bus/createLocalBus.ts";
import type { RouteServices } from "../../server/calls/registerRoutes.ts";
import type { Cluster } from "../../server/cluster/cluster.ts";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { createDatabaseMonitor } from "../../server/databaseMonitor.ts";
import type { Db } from "../../server/db/handle.ts";
import { probeWrites } from "../../server/db/probeWrites.ts";
import { allDenormalizedNames } from "../../server/db/schema/allDenormalizedNames.ts";
import type { StaffRecord } from "../../server/db/schema/staff.ts";
import { createExportFiles } from "../../server/exports/exportFiles.ts";
import { createExportService } from "../../server/exports/exportService.ts";
import type { RequestTimeouts } from "../../server/http/requestTimeouts.ts";
import { createLeftOutReport } from "../../server/http/toOutcome.ts";
import { createUnknownCommitTracker } from "../../server/http/unknownCommitTracker.ts";
import { createImportService } from "../../server/jobs/importService.ts";
import { createSheetImportService } from "../../server/jobs/sheetImportService.ts";
import { createPhoneSearchLimiter } from "../../server/list/phoneSearchLimiter.ts";
import { createErrorLogger, createLog } from "../../server/log/createLog.ts";
import { createMetrics } from "../../server/metrics/metrics.ts";
import { createRecordingImporter } from "../../server/modules/flightFile/importRecording.ts";
import { createTakeBack } from "../../server/modules/sheetImport/takeBack.ts";
import type { Platform } from "../../server/platform.ts";
import { readSettings } from "../../server/settings/settings.ts";
import type { SocketLimits } from "../../server/socket/connection.ts";
import { createSignedRequests } from "../../server/telemetry/ingest/signedRequests.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import { type CallResponse, injectCall } from "./injectCall.ts";
import { noLimits } from "./noLimits.ts";
import { createDisposableDatabase, createTestDatabase } from "./testDatabase.ts";

export type ConsoleRole = Exclude<Role, "display">;
export type RequestHeaders = Readonly<Record<string, string>>;

export const testPassword = "Correct-horse-7";
export const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const sampleStaff: Readonly<Record<ConsoleRole, { name: string; phoneNumber: string }>> = {
  admin: { name: "管理员甲", phoneNumber: "13911110001" },
  operator: { name: "运营乙", phoneNumber: "13911110002" },
  finance: { name: "财务丙", phoneNumber: "13911110003" },
  maintainer: { name: "运维丁", phoneNumber: "13911110004" },
  duty: { name: "值班戊", phoneNumber: "13911110005" },
};

export interface TestPlatform {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly platform: Platform;
  /** Ticks only when a test calls `tick`. */
  readonly live: LiveService;
  /** Starts at 10:00 on a Monday in Shanghai. Only a test moves it. */
  readonly clock: ManualClock;
  readonly staff: Readonly<Record<ConsoleRole, StaffRecord>>;
  /** Headers of a signed-in staff member of the role. The first call opens the session. */
  readonly loginAs: (role: ConsoleRole) => Promise<RequestHeaders>;
  /** Sends a call in the session of `loginAs`. */
  readonly callAs: <E extends Endpoint>(
    role: ConsoleRole,
    endpoint: E,
    args: EndpointArgs<E>,
  ) => Promise<CallResponse>;
  /** The log so far, one JSON object per line. */
  readonly logLines: string[];
  /** Errors passed to `onError` so far. */
  readonly errors: unknown[];
  readonly close: () => Promise<void>;
}

interface TestPlatformOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly socketLimits?: Partial<SocketLimits>;
  readonly requestTimeouts?: Partial<RequestTimeouts>;
  readonly consoleDir?: string;
  /** Adds a few demo companies, users and channels, with regions and dictionaries. */
  readonly seedDemoData?: boolean;
  /** The other processes; by default there are none. */
  readonly cluster?: Cluster;
  /** As of a process on PostgreSQL. */
  readonly processId?: number;
  /** Closing the platform also closes its database connection. */
  readonly disposableDatabase?: boolean;
}

/** The real server on an empty database, with a manual clock and reproducible ids and random bytes. */
export async function createTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const dataDir = path.join(tmpdir(), `aerial-${randomUUID()}`);
  const settingsResult = readSettings({ ...noLimits, DATA_DIR: dataDir, ...options.env });
  if ("errors" in settingsResult) throw new Error(settingsResult.errors.join("\n"));
  const database = await (options.disposableDatabase ? createDisposableDatabase() : createTestDatabase());
  const { db, callDb, priorityDb, stats, close } = database;
  const clock = createManualClock(new Date("2026-03-02T02:00:00.000Z"));
  const errors: unknown[] = [];
  const logLines: string[] = [];
  const log = createLog(settingsResult.settings.logLevel, { write: (line) => void logLines.push(line) });
  const logError = createErrorLogger(log);
  const monitor = createDatabaseMonitor({ probe: () => probeWrites(priorityDb), log, logError });
  const platform: Platform = {
    db,
    callDb,
    priorityDb,
    databaseStats: stats,
    isWritable: monitor.isWritable,
    bus: createLocalBus(),
    processId: options.processId ?? null,
    cluster: options.cluster ?? null,
    liveDb: db,
    settings: settingsResult.settings,
    clock: clock.now,
    monotonicMs: clock.monotonicMs,
    newId: createIdGenerator(clock.now, 1),
    randomBytes: createSeededBytes(),
    secretKey: Buffer.alloc(32, 7),
    consoleDir: options.consoleDir ?? "/nonexistent",
    log,
    droppedLogLines: () => 0,
    metrics: createMetrics(),
    onError: (...error) => {
      errors.push(error[0]);
      logError(...error);
    },
  };
  if (options.seedDemoData) await seedDemo(db, clock.now(), { companies: 4, users: 12, orders: 40 });
  const staff = await seedStaff(platform);
  const live = createLiveService(platform, platform.settings.flightCapacity);
  const app = await createApp(platform, {
    live,
    ...(options.socketLimits ? { socketLimits: options.socketLimits } : {}),
    ...(options.requestTimeouts ? { requestTimeouts: options.requestTimeouts } : {}),
  });
  const headers = new Map<ConsoleRole, RequestHeaders>();
  const loginAs = async (role: ConsoleRole) => {
    const known = headers.get(role);
    if (known) return known;
    const created = await openSession(platform, staff[role].id);
    headers.set(role, created);
    return created;
  };
  return {
    app,
    db,
    platform,
    live,
    clock,
    staff,
    errors,
    logLines,
    loginAs,
    callAs: async (role, endpoint, args) => injectCall(app, endpoint, args, await loginAs(role)),
    close: async () => {
      await app.close();
      monitor.stop();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The platform and its services, for tests that build their own app. */
export function createServingServices(
  { platform, live }: TestPlatform,
  exports = createExportService(platform),
): RouteServices {
  const lookups = createLookupLimiter(platform);
  return {
    ...platform,
    live,
    exports,
    exportFiles: createExportFiles(platform),
    imports: createImportService(platform, createRecordingImporter(platform, live)),
    sheetImports: createSheetImportService(platform, createTakeBack(platform)),
    denormalizedNames: allDenormalizedNames,
    phoneSearches: createPhoneSearchLimiter(platform, platform.settings.phoneSearchLimit),
    unknownCommits: createUnknownCommitTracker(platform),
    reportLeftOut: createLeftOutReport(platform),
    passToLive: null,
    handOver: null,
    sessions: createSessionCache({ ...platform, lookups }),
    signedRequests: createSignedRequests({ ...platform, live, lookups }),
  };
}

/** A call context for changing sessions and staff, without a transaction. */
export const createCallContext = ({ db, platform, clock }: TestPlatform): SessionEndContext => ({
  db,
  now: clock.now(),
  publish: platform.bus.publish,
});

/** Opens a session without the login call; returns its headers. */
export async function openSession(platform: Platform, staffId: string): Promise<RequestHeaders> {
  const login = { staffId, platform: "web", address: "127.0.0.1" };
  const creationContext = { now: platform.clock(), newId: platform.newId, randomBytes: platform.randomBytes };
  const { token, uToken } = await startSession(platform.db, login, creationContext);
  return { authorization: token, "x-token": token, "u-token": uToken };
}

let passwordHashPromise: Promise<string> | undefined;

async function seedStaff({ db, clock, newId }: Platform): Promise<Record<ConsoleRole, StaffRecord>> {
  const creationContext = { now: clock(), newId };
  // Hashing is slow by design, so all staff share one hash.
  passwordHashPromise ??= hashPassword(md5(testPassword));
  const passwordHash = await passwordHashPromise;
  const seeded = await Promise.all(
    (Object.keys(sampleStaff) as ConsoleRole[]).map(async (role) => {
      const staffFields = {
        ...sampleStaff[role],
        roles: [role],
        password: md5(testPassword),
        passwordHash,
        mustChange: false,
      };
      return [role, await insertStaff(db, staffFields, creationContext)] as const;
    }),
  );
  return Object.fromEntries(seeded) as Record<ConsoleRole, StaffRecord>;
}

interface ManualClock {
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  /** Time passes. */
  readonly advance: (ms: number) => void;
  /** Somebody sets the clock, back where it is negative; no time passes. */
  readonly set: (ms: number) => void;
}

function createManualClock(start: Date): ManualClock {
  let nowMs = start.getTime();
  let passedMs = 0;
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => passedMs,
    advance: (ms) => {
      nowMs += ms;
      passedMs += ms;
    },
    set: (ms) => {
      nowMs += ms;
    },
  };
}

function createSeededBytes(): (count: number) => Buffer {
  let blockCount = 0;
  return (count) => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
      createHash("sha256").update(`chance ${++blockCount}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, count);
  };
}
