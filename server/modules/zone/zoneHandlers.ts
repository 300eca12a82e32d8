import { and, eq, gte, isNull, lte, or, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Bbox } from "../../../adapters/contract/task.ts";
import type { ZoneRow, zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Handlers } from "../../call.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { defineListSource } from "../../list/listSource.ts";
import { queryPage } from "../../list/queryPage.ts";

/** Matches zones whose bounds touch the box; zones never cross the 180th meridian. */
function buildBboxCondition([west, south, east, north]: Bbox): SQL | undefined {
  const startsWestOfBox = lte(controlZones.west, east);
  const endsEastOfBox = gte(controlZones.east, west);
  return and(
    lte(controlZones.south, north),
    gte(controlZones.north, south),
    west <= east ? and(startsWestOfBox, endsEastOfBox) : or(startsWestOfBox, endsEastOfBox),
  );
}

const zoneList = defineListSource<z.output<typeof zoneCalls.controlZoneListPage.body>>()({
  table: controlZones,
  id: controlZones.id,
  createdAt: controlZones.createdAt,
  baseCondition: isNull(controlZones.deletedAt),
  search: controlZones.search,
  sortable: {
    createdAt: controlZones.createdAt,
    name: controlZones.name,
    kind: controlZones.kind,
    status: controlZones.status,
  },
  filters: {
    kind: (value) => eq(controlZones.kind, value),
    status: (value) => eq(controlZones.status, value),
    bbox: buildBboxCondition,
  },
});

const toZoneRow = (record: typeof controlZones.$inferSelect): ZoneRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  kind: record.kind,
  shape: record.shape,
  floor: record.floor,
  ceiling: record.ceiling,
  datum: record.datum,
  from: record.fromAt?.toISOString() ?? null,
  to: record.toAt?.toISOString() ?? null,
  weekly: record.weekly,
  companyId: record.companyId,
  companyName: record.companyName,
  status: record.status,
});

export const zoneHandlers: Handlers<typeof zoneCalls> = {
  controlZoneListPage: ({ body }, call) => queryPage(call, zoneList, body, toZoneRow),
};
