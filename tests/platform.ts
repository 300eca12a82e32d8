import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Role } from "../adapters/contract/roles.ts";
import { createApp } from "../server/app.ts";
import { createLookupLimiter } from "../server/auth/lookupLimiter.ts";
import { newStaff } from "../server/auth/newStaff.ts";
import { hashPassword } from "../server/auth/passwordHash.ts";
import { createSessionCache } from "../server/auth/sessionCache.ts";
import { type Ending, startSession } from "../server/auth/startSession.ts";
import { localBus } from "../server/bus/localBus.ts";
import { createDatabaseMonitor } from "../server/databaseMonitor.ts";
import type { Db } from "../server/db/handle.ts";
import { probeWrites } from "../server/db/probeWrites.ts";
import type { StaffRecord } from "../server/db/schema/staff.ts";
import { createExportDesk } from "../server/exports/exportDesk.ts";
import type { ReceiptLimits } from "../server/http/receiptLimits.ts";
import { createUnknownCommits } from "../server/http/unknownCommits.ts";
import { idMaker } from "../server/ids.ts";
import { createPhoneSearches } from "../server/list/phoneSearches.ts";
import { createLog, faultLogger } from "../server/log/createLog.ts";
import { createMetrics } from "../server/metrics/metrics.ts";
import type { Platform } from "../server/platform.ts";
import { seedDemo } from "../server/seed/seedDemo.ts";
import type { ServingSessions } from "../server/serve.ts";
import { readSettings } from "../server/settings.ts";
import type { SocketLimits } from "../server/socket/connection.ts";
import { createLive, type Live } from "../server/telemetry/live.ts";
import { freshDatabase, ownDatabase } from "./database.ts";
import { noLimits } from "./noLimits.ts";

export type ConsoleRole = Exclude<Role, "display">;
export type Headers = Readonly<Record<string, string>>;

export const password = "Correct-horse-7";
export const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const people: Readonly<Record<ConsoleRole, { name: string; phoneNumber: string }>> = {
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
  /** Ticks only when it is told to. */
  readonly live: Live;
  /** Stands still unless it is moved; begins at 10:00 on a Monday in Shanghai. */
  readonly clock: { readonly now: () => Date; readonly advance: (ms: number) => void };
  readonly staff: Readonly<Record<ConsoleRole, StaffRecord>>;
  /** Headers of a signed-in staff member of the role, in a session that is opened at the first asking. */
  readonly as: (role: ConsoleRole) => Promise<Headers>;
  /** What was logged so far, a JSON object a line. */
  readonly logged: readonly string[];
  /** Faults of the server's own so far. */
  readonly faults: unknown[];
  readonly close: () => Promise<void>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly socketLimits?: Partial<SocketLimits>;
  readonly receiptLimits?: Partial<ReceiptLimits>;
  readonly consoleDir?: string;
  /** Adds a few demo companies, users and channels, with regions and dictionaries. */
  readonly demo?: boolean;
  /** Its database ends when it is closed. */
  readonly ends?: boolean;
}

/** The real server on a fresh database, with a clock that is moved by hand, ids and chance that repeat. */
export async function testPlatform(options: Options = {}): Promise<TestPlatform> {
  const dataDir = path.join(tmpdir(), `aerial-${randomUUID()}`);
  const read = readSettings({ ...noLimits, DATA_DIR: dataDir, ...options.env });
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  const open = await (options.ends ? ownDatabase() : freshDatabase());
  const { db, callDb, priorityDb, stats, close } = open;
  const clock = handClock(new Date("2026-03-02T02:00:00.000Z"));
  const faults: unknown[] = [];
  const logged: string[] = [];
  const log = createLog(read.settings.logLevel, { write: (line) => void logged.push(line) });
  const logFault = faultLogger(log);
  const monitor = createDatabaseMonitor({ probe: () => probeWrites(priorityDb), log, logFault });
  const platform: Platform = {
    db,
    callDb,
    priorityDb,
    databaseStats: stats,
    isWritable: monitor.isWritable,
    bus: localBus(),
    settings: read.settings,
    clock: clock.now,
    newId: idMaker(clock.now, 1),
    randomBytes: repeatableBytes(),
    secretKey: Buffer.alloc(32, 7),
    consoleDir: options.consoleDir ?? "/nonexistent",
    log,
    metrics: createMetrics(),
    onFault: (...fault) => {
      faults.push(fault[0]);
      logFault(...fault);
    },
  };
  if (options.demo) await seedDemo(db, clock.now(), { companies: 4, users: 12, orders: 40 });
  const staff = await seedStaff(platform);
  const live = createLive(platform);
  const app = await createApp(platform, {
    live,
    ...(options.socketLimits ? { socketLimits: options.socketLimits } : {}),
    ...(options.receiptLimits ? { receiptLimits: options.receiptLimits } : {}),
  });
  const headers = new Map<ConsoleRole, Headers>();
  return {
    app,
    db,
    platform,
    live,
    clock,
    staff,
    faults,
    logged,
    as: async (role) => {
      const known = headers.get(role);
      if (known) return known;
      const made = await openSession(platform, staff[role].id);
      headers.set(role, made);
      return made;
    },
    close: async () => {
      await app.close();
      monitor.stop();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The platform with what runs on it, for an app of the test's own. */
export function servingOf(
  { platform, live }: TestPlatform,
  exports = createExportDesk(platform),
): ServingSessions {
  const lookups = createLookupLimiter(platform);
  return {
    ...platform,
    live,
    exports,
    phoneSearches: createPhoneSearches(platform.settings.phoneSearchLimit, platform.clock),
    lookups,
    unknownCommits: createUnknownCommits(platform),
    sessions: createSessionCache({ ...platform, lookups }),
  };
}

/** What a call changes sessions and staff with: committed at once, and told of as a call would. */
export const actingOn = ({ db, platform, clock }: TestPlatform): Ending => ({
  db,
  now: clock.now(),
  publish: platform.bus.publish,
  afterCommit: (effect) => void effect(true),
});

/** Headers of a new session, made without the login call. */
export async function openSession(platform: Platform, staffId: string): Promise<Headers> {
  const login = { staffId, platform: "web", address: "127.0.0.1" };
  const make = { now: platform.clock(), newId: platform.newId, randomBytes: platform.randomBytes };
  const { token, uToken } = await startSession(platform.db, login, make);
  return { authorization: token, "x-token": token, "u-token": uToken };
}

let hashed: Promise<string> | undefined;

async function seedStaff({ db, clock, newId }: Platform): Promise<Record<ConsoleRole, StaffRecord>> {
  const make = { now: clock(), newId };
  // Slow on purpose, and the same for all of them.
  hashed ??= hashPassword(md5(password));
  const passwordHash = await hashed;
  const seeded = await Promise.all(
    (Object.keys(people) as ConsoleRole[]).map(async (role) => {
      const who = {
        ...people[role],
        roles: [role],
        password: md5(password),
        passwordHash,
        mustChange: false,
      };
      return [role, await newStaff(db, who, make)] as const;
    }),
  );
  return Object.fromEntries(seeded) as Record<ConsoleRole, StaffRecord>;
}

function handClock(start: Date) {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms;
    },
  };
}

function repeatableBytes(): (count: number) => Buffer {
  let turn = 0;
  return (count) => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
      createHash("sha256").update(`chance ${++turn}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, count);
  };
}
