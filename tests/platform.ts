import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Role } from "../adapters/contract/roles.ts";
import { createApp } from "../server/app.ts";
import { newStaff } from "../server/auth/newStaff.ts";
import { hashPassword } from "../server/auth/passwordHash.ts";
import { startSession } from "../server/auth/startSession.ts";
import { localBus } from "../server/bus/localBus.ts";
import type { Db } from "../server/db/handle.ts";
import type { StaffRecord } from "../server/db/schema/staff.ts";
import { idMaker } from "../server/ids.ts";
import type { Platform } from "../server/platform.ts";
import { seedDemo } from "../server/seed/seedDemo.ts";
import { readSettings } from "../server/settings.ts";
import { createLive, type Live } from "../server/telemetry/live.ts";
import { freshDatabase, ownDatabase } from "./database.ts";

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
  /** Faults of the server's own so far. */
  readonly faults: unknown[];
  readonly close: () => Promise<void>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly silenceMs?: number;
  readonly consoleDir?: string;
  /** Adds a few demo companies, users and channels, with regions and dictionaries. */
  readonly demo?: boolean;
  /** Its database ends when it is closed. */
  readonly ends?: boolean;
}

/** The real server on a fresh database, with a clock that is moved by hand, ids and chance that repeat. */
export async function testPlatform(options: Options = {}): Promise<TestPlatform> {
  const dataDir = path.join(tmpdir(), `aerial-${randomUUID()}`);
  const read = readSettings({ RATE_LIMIT: "100000", DATA_DIR: dataDir, ...options.env });
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  const { db, close } = await (options.ends ? ownDatabase() : freshDatabase());
  const clock = handClock(new Date("2026-03-02T02:00:00.000Z"));
  const faults: unknown[] = [];
  const platform: Platform = {
    db,
    bus: localBus(),
    settings: read.settings,
    clock: clock.now,
    newId: idMaker(clock.now, 1),
    randomBytes: repeatableBytes(),
    secretKey: Buffer.alloc(32, 7),
    consoleDir: options.consoleDir ?? "/nonexistent",
    onFault: (fault) => faults.push(fault),
  };
  if (options.demo) await seedDemo(db, clock.now(), { companies: 4, users: 12, orders: 40 });
  const staff = await seedStaff(platform);
  const live = createLive(platform);
  const app = await createApp(platform, {
    live,
    ...(options.silenceMs ? { silenceMs: options.silenceMs } : {}),
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
    as: async (role) => {
      const known = headers.get(role);
      if (known) return known;
      const made = await openSession(platform, staff[role].id);
      headers.set(role, made);
      return made;
    },
    close: async () => {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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
