import { and, desc, eq, isNull } from "drizzle-orm";
import type { DeviceOwner } from "../../../adapters/contract/device.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { deviceOwners } from "../../db/schema/deviceOwner.ts";

interface OwnedDevice {
  readonly id: string;
  readonly createdAt: Date;
  readonly companyId: string | null;
  readonly companyName: string;
}

/** A device and the company that it now belongs to. */
interface NewOwnership {
  readonly deviceId: string;
  readonly company: { readonly id: string; readonly name: string };
}

/** Records in the histories of devices that they now belong to these companies. */
export async function startOwnerships(
  { db, now, actor, newId }: Call,
  ownerships: readonly NewOwnership[],
): Promise<void> {
  if (ownerships.length === 0) return;
  await db.insert(deviceOwners).values(
    ownerships.map(({ deviceId, company }) => ({
      id: newId(),
      deviceId,
      companyId: company.id,
      companyName: company.name,
      boundAt: now,
      boundBy: actor.name,
    })),
  );
}

/** Records in a device's history that it left its company; adds the entry if the binding was never recorded. */
export async function endOwnership({ db, now, actor, newId }: Call, device: OwnedDevice): Promise<void> {
  const unbindFields = { unboundAt: now, unboundBy: actor.name };
  const closed = await db
    .update(deviceOwners)
    .set(unbindFields)
    .where(and(eq(deviceOwners.deviceId, device.id), isNull(deviceOwners.unboundAt)))
    .returning({ id: deviceOwners.id });
  if (closed.length > 0 || device.companyId === null) return;
  const { companyId, companyName, createdAt: boundAt } = device;
  await db
    .insert(deviceOwners)
    .values({ id: newId(), deviceId: device.id, companyId, companyName, boundAt, ...unbindFields });
}

/** Returns a device's history, the current owner first. */
export async function getDeviceOwners(db: Db, deviceId: string): Promise<DeviceOwner[]> {
  const records = await db
    .select()
    .from(deviceOwners)
    .where(eq(deviceOwners.deviceId, deviceId))
    .orderBy(desc(deviceOwners.boundAt), desc(deviceOwners.id))
    .limit(wholeListMax);
  return records.map((record) => ({
    id: record.id,
    companyId: record.companyId,
    companyName: record.companyName,
    boundAt: record.boundAt.toISOString(),
    boundBy: record.boundBy,
    unboundAt: record.unboundAt?.toISOString() ?? null,
    unboundBy: record.unboundBy,
  }));
}
