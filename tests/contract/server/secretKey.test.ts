import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { encryptSecret } from "../../../server/auth/encryptSecret.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { loadSecretKey } from "../../../server/modules/accessKey/loadSecretKey.ts";
import {
  fingerprintKey,
  getSecretKeyPath,
  readSecretKey,
  SecretKeyError,
} from "../../../server/secretKey.ts";
import { giveSecondFactor } from "../../helpers/secondFactor.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

let data: ReturnType<typeof createTemporaryFolder>;
const { ctx, factory } = await setupData();
afterAll(() => ctx.close());
beforeEach(async () => {
  data = createTemporaryFolder("secret-key");
  await ctx.db.delete(accessKeys);
});
afterEach(() => data[Symbol.dispose]());

const matchKey = (secretKey?: string, discardAccessKeys = false) =>
  loadSecretKey(ctx.db, { ...ctx.platform, settings: { dataDir: data.path, secretKey, discardAccessKeys } });
const getRefusal = (...args: Parameters<typeof matchKey>) =>
  matchKey(...args).then(String, (error: unknown) => error);
const getKeyFile = () => getSecretKeyPath(data.path);
const readKey = () => Buffer.from(readFileSync(getKeyFile(), "utf8"), "hex");

let count = 0;
async function seal(key: Buffer): Promise<string> {
  const { id: companyId } = await factory.createCompany();
  const accessKey = `AK${++count}`;
  await ctx.db.insert(accessKeys).values({
    id: ctx.platform.newId(),
    companyId,
    accessKey,
    sealedSecret: encryptSecret(key, randomBytes, "secret"),
    createdAt: ctx.clock.now(),
    createdBy: ctx.staff.admin.id,
  });
  ctx.clock.advance(1000);
  return accessKey;
}

test("A first start creates a key file readable only by its owner, and the next start reads it", async () => {
  const key = await matchKey();
  expect(key).toHaveLength(32);
  expect(statSync(getKeyFile()).mode & 0o777).toBe(0o600);
  expect(await matchKey()).toEqual(key);
});

test("A key from the environment creates no file", async () => {
  const key = randomBytes(32);
  expect(await matchKey(key.toString("hex"))).toEqual(key);
  expect(existsSync(getKeyFile())).toBe(false);
});

test("A missing file refuses the start with instructions, and no new key is created", async () => {
  const key = await matchKey();
  await seal(key);
  await seal(key);
  rmSync(getKeyFile());
  const thrown = await getRefusal();
  expect(thrown).toBeInstanceOf(SecretKeyError);
  expect(String(thrown)).toContain(
    `${getKeyFile()} is missing, and 2 access keys are sealed with the key in it`,
  );
  expect(String(thrown)).toContain("Restore it from a copy, or set SECRET_KEY");
  expect(existsSync(getKeyFile())).toBe(false);
  expect(await matchKey(key.toString("hex"))).toEqual(key);
});

test("A different key, in the file or in the environment, refuses the start", async () => {
  await seal(await matchKey());
  writeFileSync(getKeyFile(), randomBytes(32).toString("hex"));
  expect(String(await getRefusal())).toContain(
    `${getKeyFile()} holds another key than the one that 1 access key is`,
  );
  const otherKey = randomBytes(32).toString("hex");
  const line = String(await getRefusal(otherKey));
  expect(line).toContain("SECRET_KEY is another key");
  expect(line).not.toContain(otherKey);
});

test("A folder in its place is refused, as one that cannot be read", async () => {
  mkdirSync(getKeyFile());
  expect(await getRefusal()).toBeInstanceOf(SecretKeyError);
  expect(String(await getRefusal())).toContain(`${getKeyFile()} cannot be read (EISDIR)`);
});

test("A truncated file is refused, even if nothing is encrypted", async () => {
  writeFileSync(getKeyFile(), "00ff");
  expect(String(await getRefusal())).toContain(
    `${getKeyFile()} does not hold a key of 64 hexadecimal characters`,
  );
  expect(() => readSecretKey({ dataDir: data.path })).toThrow(SecretKeyError);
});

test("If only some access keys use another key, the start continues with a warning", async () => {
  await seal(randomBytes(32));
  const lost = await seal(randomBytes(32));
  const key = randomBytes(32);
  await seal(key);
  expect(await matchKey(key.toString("hex"))).toEqual(key);
  expect(ctx.logLines.map((line) => JSON.parse(line)).filter(({ lost }) => lost)).toEqual([
    expect.objectContaining({
      level: "warn",
      lost: 2,
      all: 3,
      newest: lost,
      msg: expect.stringContaining("docs/backup.md"),
    }),
  ]);
});

test("With discardAccessKeys a lost key is replaced, and its access keys are deleted and audited", async () => {
  const key = await matchKey();
  const lost = await seal(key);
  rmSync(getKeyFile());
  const created = await matchKey(undefined, true);
  expect(created).toEqual(readKey());
  expect(created).not.toEqual(key);
  const remaining = await seal(created);
  expect(await matchKey(undefined, true)).toEqual(created);
  expect(await ctx.db.select({ accessKey: accessKeys.accessKey }).from(accessKeys)).toEqual([
    { accessKey: remaining },
  ]);
  const rows = await ctx.db
    .select({ staffName: auditLog.staffName, before: auditLog.before })
    .from(auditLog)
    .where(eq(auditLog.entity, "accessKey"))
    .orderBy(asc(auditLog.at));
  expect(rows).toEqual([{ staffName: "系统", before: { accessKey: lost } }]);
});

test("A second factor needs the key like an access key, and is reset where the key is discarded", async () => {
  const { id } = ctx.staff.duty;
  await giveSecondFactor(ctx, id);
  const key = ctx.platform.secretKey.toString("hex");
  expect(await matchKey(key)).toEqual(ctx.platform.secretKey);
  expect(String(await getRefusal())).toContain(
    "is missing, and 1 second factor is sealed with the key in it",
  );
  const otherKey = randomBytes(32);
  expect(await matchKey(otherKey.toString("hex"), true)).toEqual(otherKey);
  const [member] = await ctx.db.select().from(staff).where(eq(staff.id, id));
  expect(member?.totpSecret).toBeNull();
  const [row] = await ctx.db.select().from(auditLog).where(eq(auditLog.entity, "staff"));
  expect(row).toMatchObject({ staffName: "系统", entityId: id, after: { secondFactor: "reset" } });
});

test("A fingerprint identifies a key and is no part of it", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(fingerprintKey(one)).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprintKey(one)).toBe(fingerprintKey(Buffer.alloc(32, 1)));
  expect(fingerprintKey(one)).not.toBe(fingerprintKey(other));
  expect(one.toString("hex")).not.toContain(fingerprintKey(one));
});
