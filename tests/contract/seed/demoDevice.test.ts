import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { isCreditCode } from "../../../adapters/contract/creditCodeCheck.ts";
import { postTelemetry } from "../../../demo/device/postTelemetry.ts";
import { seedDemoDevice } from "../../../demo/seed/devices/demoDevice.ts";
import { loadSimDrones } from "../../../demo/simulator/loadSimDrones.ts";
import { decryptSecret } from "../../../server/auth/encryptSecret.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { demoDevice, revokeDemoKey } from "../../../server/modules/accessKey/demoKey.ts";
import { seedReference } from "../../../server/reference/seedReference.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const account = () => ({ url, accessKey: demoDevice.accessKey, secret: demoDevice.secret });
const seed = () =>
  seedDemoDevice(ctx.db, { secretKey: ctx.platform.secretKey, randomBytes, now: ctx.clock.now() });
const ctx = await createTestPlatform();
// The client signs with the time of this machine.
ctx.clock.advance(Date.now() - ctx.clock.now().getTime());
await seedReference(ctx.db);
expect(await seed()).toBe(true);
const url = await ctx.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => ctx.close());

describe("the demo device", () => {
  test("is a company with one access key and one drone without a place, seeded once", async () => {
    expect(await seed()).toBe(false);
    const [company, ...others] = await ctx.db.select().from(companies);
    expect(others).toEqual([]);
    expect(company).toMatchObject({ name: "演示设备接入公司", status: "normal" });
    expect(isCreditCode(company?.creditCode ?? "")).toBe(true);
    const keys = await ctx.db.select().from(accessKeys);
    expect(keys.map(({ companyId, accessKey }) => [companyId, accessKey])).toEqual([
      [company?.id, demoDevice.accessKey],
    ]);
    expect(decryptSecret(ctx.platform.secretKey, keys[0]?.sealedSecret ?? "")).toBe(demoDevice.secret);
    const own = await ctx.db.select().from(drones);
    expect(own).toMatchObject([{ sn: demoDevice.droneSn, companyId: company?.id, lng: null, lat: null }]);
    expect(await loadSimDrones(ctx.db, 10)).toEqual([]);
  });

  test("does not come back once it was deleted", async () => {
    const setDeleted = (deletedAt: Date | null) =>
      ctx.db.update(companies).set({ deletedAt }).where(eq(companies.creditCode, demoDevice.creditCode));
    await setDeleted(ctx.clock.now());
    expect(await seed()).toBe(false);
    await setDeleted(null);
  });

  test("sends through the signed call; each refusal has its reason", async () => {
    const sample = { droneSn: demoDevice.droneSn, tSrc: Date.now(), lat: 399_200_000, lon: 1_054_600_000 };
    expect(
      await postTelemetry(account(), [
        { ...sample, seq: 1 },
        { ...sample, seq: 2, tSrc: sample.tSrc + 1_000, lat: 0, lon: 0 },
      ]),
    ).toEqual({
      kind: "taken",
      answer: {
        accepted: 1,
        rejected: [
          {
            at: 1,
            reason: "nullIsland",
            field: "lat",
            expected: "真实坐标；没有定位时 lat 与 lon 都填 null",
          },
        ],
      },
    });
  });

  test.each([
    ["a wrong secret", { secret: "guessed" }, [{ seq: 1 }], "401 签名无效，请检查密钥和签名内容"],
    ["a sample that is none", {}, [{ seq: -1 }], /^400 .*samples\.0\.seq/],
  ])("is answered why the request is wrong: %s", async (_name, wrong, fields, text) => {
    const samples = fields.map((field) => ({ droneSn: demoDevice.droneSn, tSrc: Date.now(), ...field }));
    expect(await postTelemetry({ ...account(), ...wrong }, samples)).toEqual({
      kind: "wrong",
      text: typeof text === "string" ? text : expect.stringMatching(text),
    });
  });

  test("is away where nobody listens", async () => {
    const nowhere = { ...account(), url: "http://127.0.0.1:9" };
    const samples = [{ droneSn: demoDevice.droneSn, seq: 1, tSrc: Date.now() }];
    expect((await postTelemetry(nowhere, samples)).kind).toBe("away");
  });

  test("is refused once a start in production has revoked its key, which is audited once", async () => {
    const { clock, newId } = ctx.platform;
    await revokeDemoKey(ctx.db, { now: clock(), newId });
    // The server of this file has the key in memory for a minute; one that starts has not.
    ctx.clock.advance(60_000);
    await revokeDemoKey(ctx.db, { now: clock(), newId });
    const samples = [{ droneSn: demoDevice.droneSn, seq: 1, tSrc: Date.now() }];
    expect(await postTelemetry(account(), samples)).toEqual({
      kind: "wrong",
      text: "401 访问密钥已吊销，请换用新的密钥",
    });
    const rows = await ctx.db.select().from(auditLog).where(eq(auditLog.entity, "accessKey"));
    expect(rows.map(({ staffName, subject }) => ({ staffName, subject }))).toEqual([
      { staffName: "系统", subject: demoDevice.accessKey },
    ]);
  });
});
