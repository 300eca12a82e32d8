import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import { decryptSecret, encryptSecret } from "../../../server/auth/encryptSecret.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { requests } from "../../../server/db/schema/requests.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

const create = async (body: { companyId: string; requestId?: string }) =>
  (await ctx.callAs("admin", accessKeyCalls.accessKeyCreate, { body })).body;

test("the secret is shown once, stored encrypted, and is in no audit row and no stored response", async () => {
  const { id: companyId } = await factory.createCompany();
  const body = { companyId, requestId: "key-request-1" };
  const { accessKey, secret } = (await create(body)).data as { accessKey: string; secret: string };
  expect(accessKey).toMatch(/^AK[0-9A-F]{24}$/);
  expect(secret).toMatch(/^[\w-]{40}$/);
  expect((await create(body)).data).toEqual({ accessKey, secret: null });
  const [stored] = await ctx.db.select().from(accessKeys).where(eq(accessKeys.companyId, companyId));
  expect(stored?.sealedSecret).not.toContain(secret);
  expect(decryptSecret(ctx.platform.secretKey, stored?.sealedSecret ?? "")).toBe(secret);
  const written = JSON.stringify([
    await ctx.db.select().from(auditLog),
    await ctx.db.select().from(requests),
  ]);
  expect(written).toContain(accessKey);
  expect(written).not.toContain(secret);
  const listed = await ctx.callAs("admin", accessKeyCalls.accessKeyList, { params: { companyId } });
  expect(listed.body.data).toEqual([
    {
      id: stored?.id,
      accessKey,
      status: "valid",
      createdAt: "2026-03-02T02:00:00.000Z",
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastAddress: null,
    },
  ]);
});

test("a company has at most five keys, even of seven concurrent requests", async () => {
  const { id: companyId } = await factory.createCompany();
  const responses = await Promise.all(Array.from({ length: 7 }, () => create({ companyId })));
  expect(responses.map(({ state }) => state).sort()).toEqual([-1, -1, 0, 0, 0, 0, 0]);
  expect(responses.find(({ state }) => state === -1)?.message).toContain("每个企业最多 5 个有效的访问密钥");
  expect(await ctx.db.$count(accessKeys, eq(accessKeys.companyId, companyId))).toBe(5);
});

test("an encrypted secret cannot be decrypted with another key or with a changed byte", () => {
  const key = Buffer.alloc(32, 1);
  const sealed = encryptSecret(key, (count) => Buffer.alloc(count, 3), "秘密 secret");
  expect(decryptSecret(key, sealed)).toBe("秘密 secret");
  expect(() => decryptSecret(Buffer.alloc(32, 2), sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64url");
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
  expect(() => decryptSecret(key, bytes.toString("base64url"))).toThrow();
  // A tag of four bytes is guessed soon.
  const empty = Buffer.from(
    encryptSecret(key, (count) => Buffer.alloc(count, 3), ""),
    "base64url",
  );
  expect(() => decryptSecret(key, empty.subarray(0, 12 + 4).toString("base64url"))).toThrow();
});
