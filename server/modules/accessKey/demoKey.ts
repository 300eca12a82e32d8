import { and, eq, isNull } from "drizzle-orm";
import { writeSystemAudit } from "../../audit/writeAudit.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import type { Platform } from "../../platform.ts";

/**
 * A company that reports flights of its own drone, for trying out the signed call. Its secret is known to everybody:
 * it is never seeded in production, and a start in production revokes it.
 */
export const demoDevice = {
  companyName: "演示设备接入公司",
  creditCode: "91152921MA0DEJ0157",
  accessKey: "AKDEMODEVICE",
  secret: "demo-device-secret-not-for-production",
  droneSn: "DEMO-DEVICE",
} as const;

/** Revokes the demo device's access key, with an audit row: a folder of demo data may be started in production. */
export async function revokeDemoKey(
  db: Db,
  { now, newId }: { readonly now: Date } & Pick<Platform, "newId">,
): Promise<void> {
  const { accessKey } = demoDevice;
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(accessKeys)
      .set({ revokedAt: now })
      .where(and(eq(accessKeys.accessKey, accessKey), isNull(accessKeys.revokedAt)))
      .returning({ id: accessKeys.id });
    if (!revoked) return;
    await writeSystemAudit(tx, {
      id: newId(),
      at: now,
      summary: "生产环境不使用演示密钥，吊销演示设备的访问密钥",
      entity: "accessKey",
      entityId: revoked.id,
      after: { accessKey },
    });
  });
}
