import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { matchSecretKey } from "../../server/modules/accessKey/matchSecretKey.ts";
import { sealSecret } from "../../server/modules/accessKey/sealSecret.ts";
import { BadSecretKey, fingerprint, readSecretKey, secretKeyFile } from "../../server/secretKey.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";
import { type DataFactory, dataFactory } from "./dataFactory.ts";

let on: TestPlatform;
let make: DataFactory;
let data: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  on = await testPlatform();
  make = await dataFactory(on);
});
afterAll(() => on.close());
beforeEach(async () => {
  data = temporaryFolder("secret-key");
  await on.db.delete(accessKeys);
});
afterEach(() => data[Symbol.dispose]());

const start = (secretKey?: string, discardAccessKeys = false) =>
  matchSecretKey(on.db, { ...on.platform, settings: { dataDir: data.at, secretKey, discardAccessKeys } });
const refused = (...given: Parameters<typeof start>) =>
  start(...given).then(String, (fault: unknown) => fault);
const file = () => secretKeyFile(data.at);
const keyIn = () => Buffer.from(readFileSync(file(), "utf8"), "hex");

let count = 0;
async function seal(key: Buffer): Promise<string> {
  const { id: companyId } = await make.company();
  const accessKey = `AK${++count}`;
  await on.db.insert(accessKeys).values({
    id: on.platform.newId(),
    companyId,
    accessKey,
    sealedSecret: sealSecret(key, randomBytes, "secret"),
    createdAt: on.clock.now(),
    createdBy: on.staff.admin.id,
  });
  on.clock.advance(1000);
  return accessKey;
}

test("A first start makes a key that its owner alone may read, and the next one finds it", async () => {
  const key = await start();
  expect(key).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await start()).toEqual(key);
});

test("A key from the environment leaves no file", async () => {
  const key = randomBytes(32);
  expect(await start(key.toString("hex"))).toEqual(key);
  expect(existsSync(file())).toBe(false);
});

test("A file that is gone refuses the start, says what to bring back, and no new key is made", async () => {
  const key = await start();
  await seal(key);
  await seal(key);
  rmSync(file());
  const fault = await refused();
  expect(fault).toBeInstanceOf(BadSecretKey);
  expect(String(fault)).toContain(`${file()} is missing, and 2 access keys are sealed with the key in it`);
  expect(String(fault)).toContain("Bring it back from a copy, or set SECRET_KEY");
  expect(existsSync(file())).toBe(false);
  expect(await start(key.toString("hex"))).toEqual(key);
});

test("Another key, in the file or in the environment, refuses the start", async () => {
  await seal(await start());
  writeFileSync(file(), randomBytes(32).toString("hex"));
  expect(String(await refused())).toContain(`${file()} holds another key than the one that 1 access key is`);
  const given = randomBytes(32).toString("hex");
  const line = String(await refused(given));
  expect(line).toContain("SECRET_KEY is another key");
  expect(line).not.toContain(given);
});

test("A file that was cut is no key, even where nothing is sealed", async () => {
  writeFileSync(file(), "00ff");
  expect(String(await refused())).toContain(`${file()} does not hold a key of 64 hexadecimal characters`);
  expect(() => readSecretKey({ dataDir: data.at })).toThrow(BadSecretKey);
});

test("Where some access keys are of another key, the start goes on and says which are lost", async () => {
  await seal(randomBytes(32));
  const lost = await seal(randomBytes(32));
  const key = randomBytes(32);
  await seal(key);
  expect(await start(key.toString("hex"))).toEqual(key);
  expect(on.logged.map((line) => JSON.parse(line)).filter(({ lost }) => lost)).toEqual([
    expect.objectContaining({
      level: "warn",
      lost: 2,
      all: 3,
      newest: lost,
      msg: expect.stringContaining("docs/backup.md"),
    }),
  ]);
});

test("A lost key is given up by a word: what it opened is deleted, each with a row in the audit trail", async () => {
  const key = await start();
  const lost = await seal(key);
  rmSync(file());
  const made = await start(undefined, true);
  expect(made).toEqual(keyIn());
  expect(made).not.toEqual(key);
  const kept = await seal(made);
  expect(await start(undefined, true)).toEqual(made);
  expect(await on.db.select({ accessKey: accessKeys.accessKey }).from(accessKeys)).toEqual([
    { accessKey: kept },
  ]);
  const rows = await on.db
    .select({ staffName: auditLog.staffName, before: auditLog.before })
    .from(auditLog)
    .where(eq(auditLog.entity, "accessKey"))
    .orderBy(asc(auditLog.at));
  expect(rows).toEqual([{ staffName: "系统", before: { accessKey: lost } }]);
});

test("A fingerprint tells keys apart and is no part of them", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(fingerprint(one)).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprint(one)).toBe(fingerprint(Buffer.alloc(32, 1)));
  expect(fingerprint(one)).not.toBe(fingerprint(other));
  expect(one.toString("hex")).not.toContain(fingerprint(one));
});
