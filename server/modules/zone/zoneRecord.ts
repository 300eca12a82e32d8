import { and, eq, gte, isNull, lte, ne } from "drizzle-orm";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { ZoneRow, zoneCalls } from "../../../adapters/contract/zone.ts";
import { getZoneState } from "../../../adapters/contract/zoneSchedule.ts";
import { formatShape, formatWeekly } from "../../../adapters/contract/zoneText.ts";
import type { Db } from "../../db/handle.ts";
import { controlZones, type ZoneValues } from "../../db/schema/zone.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { createZoneGeometry, getZoneBounds } from "../../zones/zoneGeometry.ts";
import { shapesOverlap } from "../../zones/zoneIndex.ts";

export type ZoneRecord = typeof controlZones.$inferSelect;
type ZoneOverlaps = EndpointData<typeof zoneCalls.zoneOverlaps>;

/** Names shown of the zones that one overlaps. */
const maxOverlaps = 20;

export function toZoneRow(record: ZoneRecord, now: Date): ZoneRow {
  const { state, until } = getZoneState(record, now.getTime());
  const { fromAt, toAt, ...values } = toZoneValues(record);
  return {
    ...values,
    id: record.id,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    from: fromAt,
    to: toAt,
    state,
    stateUntil: until === null ? null : new Date(until).toISOString(),
  };
}

/** The active zones that share ground with a shape, whatever their heights and times. */
export async function findOverlaps(
  db: Db,
  { id, shape }: Pick<ZoneRecord, "id" | "shape">,
): Promise<ZoneOverlaps> {
  const { west, south, east, north } = getZoneBounds(shape);
  const near = await db
    .select({
      id: controlZones.id,
      name: controlZones.name,
      kind: controlZones.kind,
      shape: controlZones.shape,
    })
    .from(controlZones)
    .where(
      and(
        isNull(controlZones.deletedAt),
        eq(controlZones.status, "active"),
        ne(controlZones.id, id),
        lte(controlZones.west, east),
        gte(controlZones.east, west),
        lte(controlZones.south, north),
        gte(controlZones.north, south),
      ),
    )
    .orderBy(controlZones.id);
  const geometry = createZoneGeometry(shape);
  return near
    .filter((other) => shapesOverlap(other.shape, geometry))
    .slice(0, maxOverlaps)
    .map((other) => ({ id: other.id, name: other.name, kind: other.kind }));
}

/** What an undo brings back. */
export const toZoneValues = (record: ZoneRecord): ZoneValues => ({
  name: record.name,
  kind: record.kind,
  shape: record.shape,
  floor: record.floor,
  ceiling: record.ceiling,
  datum: record.datum,
  fromAt: record.fromAt?.toISOString() ?? null,
  toAt: record.toAt?.toISOString() ?? null,
  weekly: record.weekly,
  companyId: record.companyId,
  companyName: record.companyName,
  status: record.status,
});

/** All columns that hold or follow a zone's values. */
export const toZoneColumns = (values: ZoneValues) => ({
  ...values,
  ...getZoneBounds(values.shape),
  fromAt: values.fromAt === null ? null : new Date(values.fromAt),
  toAt: values.toAt === null ? null : new Date(values.toAt),
  search: buildSearchText(values.name, values.companyName),
});

/** A zone's values as the audit trail stores them: shapes and hours as text. */
export const toAuditValues = ({ shape, weekly, ...values }: Partial<ZoneValues>) => ({
  ...values,
  ...(shape ? { shape: formatShape(shape) } : {}),
  ...(weekly ? { weekly: formatWeekly(weekly) } : {}),
});
