import { randomBytes } from "node:crypto";
import { asc } from "drizzle-orm";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { insertStaff } from "../../server/auth/insertStaff.ts";
import { startSession } from "../../server/auth/startSession.ts";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import type { Db } from "../../server/db/handle.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { vacuum } from "../../server/db/vacuum.ts";
import {
  createDroneRow,
  createKeyRow,
  createReportedTask,
  type SigningKey,
} from "../live/createReportedTask.ts";

/** A signed-in account. */
export interface Account {
  readonly userId: string;
  readonly token: string;
  readonly uToken: string;
}

/** A drone with a planned task and its company's access key. */
export interface Device extends SigningKey {
  readonly droneSn: string;
}

export interface LoadData {
  readonly accounts: readonly Account[];
  readonly devices: readonly Device[];
}

const now = new Date();
const rowContext = { now, newId: createIdGenerator(() => new Date(), 2), randomBytes };

/** Fills a data folder with demo data, signed-in admins, and drones with planned tasks. */
export async function seedLoadData(
  dataDir: string,
  secretKey: Buffer,
  counts: { readonly orders: number; readonly accounts: number; readonly devices: number },
): Promise<LoadData> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  try {
    const size = counts.orders / 50;
    await seedDemo(db, now, { companies: size, users: size, orders: counts.orders });
    const accounts: Account[] = [];
    for (let n = 0; n < counts.accounts; n++) accounts.push(await createAccount(db, n));
    const owner = accounts[0]?.userId ?? "";
    const devices: Device[] = [];
    for (let n = 0; n < counts.devices; n++) devices.push(await createDevice(db, n, secretKey, owner));
    await vacuum(db, "all");
    return { accounts, devices };
  } finally {
    await close();
  }
}

async function createAccount(db: Db, n: number): Promise<Account> {
  const phoneNumber = `1391111${String(n).padStart(4, "0")}`;
  const staffFields = {
    name: `管理员${n}`,
    phoneNumber,
    roles: ["admin" as const],
    password: "x",
    mustChange: false,
  };
  const { id: userId } = await insertStaff(db, staffFields, rowContext);
  const { token, uToken } = await startSession(
    db,
    { staffId: userId, platform: "web", address: "::1" },
    rowContext,
  );
  return { userId, token, uToken };
}

async function createDevice(db: Db, n: number, secretKey: Buffer, createdBy: string): Promise<Device> {
  const [company] = await db.select().from(companies).orderBy(asc(companies.id)).offset(n).limit(1);
  if (!company) throw new Error("There are too few companies");
  const droneSn = `LOAD${n}`;
  const key = { accessKey: `AKLOAD${n}`, secret: `secret-of-load-${n}` };
  const taskNo = `RW20260101${String(n).padStart(6, "0")}`;
  const search = `${taskNo} ${droneSn}`;
  const identity = { id: rowContext.newId(), createdAt: now, taskNo, name: `上报${n}`, droneSn, search };
  const drone = { id: rowContext.newId(), createdAt: now, sn: droneSn };
  await db.insert(drones).values(createDroneRow(company, drone));
  await db.insert(tasks).values(createReportedTask(company, identity));
  const owner = { companyId: company.id, createdBy, createdAt: now };
  await db.insert(accessKeys).values(createKeyRow({ ...rowContext, secretKey }, key, owner));
  return { droneSn, ...key };
}
