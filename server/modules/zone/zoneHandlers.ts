import { and, eq, gte, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Bbox } from "../../../adapters/contract/task.ts";
import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { defineListSource } from "../../list/listSource.ts";
import { queryPage } from "../../list/queryPage.ts";
import { getZoneState } from "../../../adapters/contract/zoneSchedule.ts";
import { findActive } from "../findActive.ts";
import { requireRecord } from "../refusals.ts";
import { findOverlaps, toZoneRow } from "./zoneRecord.ts";

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

type PageRequest = z.output<typeof zoneCalls.controlZoneListPage.body>;
/** The request with its state as the ids of the zones that are in it. */
type ZoneQuery = Omit<PageRequest, "state"> & { readonly stateIds?: readonly string[] | undefined };

const zoneList = defineListSource<ZoneQuery>()({
  table: controlZones,
  id: controlZones.id,
  createdAt: controlZones.createdAt,
  baseCondition: isNull(controlZones.deletedAt),
  search: controlZones.search,
  sortable: {
    createdAt: controlZones.createdAt,
    updatedAt: controlZones.updatedAt,
    name: controlZones.name,
    kind: controlZones.kind,
    status: controlZones.status,
  },
  filters: {
    kind: (value) => eq(controlZones.kind, value),
    status: (value) => eq(controlZones.status, value),
    companyId: (value) => eq(controlZones.companyId, value),
    bbox: buildBboxCondition,
    stateIds: (ids) => inArray(controlZones.id, [...ids]),
  },
});

/** The ids of the zones in a state now: weekly hours are easier to evaluate here than in SQL, and zones are few. */
async function findStateIds({ db, now }: Call, state: PageRequest["state"]): Promise<string[] | undefined> {
  if (state === undefined) return undefined;
  const schedules = await db
    .select({
      id: controlZones.id,
      status: controlZones.status,
      fromAt: controlZones.fromAt,
      toAt: controlZones.toAt,
      weekly: controlZones.weekly,
    })
    .from(controlZones)
    .where(isNull(controlZones.deletedAt));
  return schedules.filter((one) => getZoneState(one, now.getTime()).state === state).map(({ id }) => id);
}

const getZone = async (db: Db, id: string) => requireRecord(await findActive(db, controlZones, id), "管制区");

export const zoneHandlers: Handlers<typeof zoneCalls> = {
  controlZoneListPage: async ({ body: { state, ...query } }, call) =>
    queryPage(call, zoneList, { ...query, stateIds: await findStateIds(call, state) }, (record) =>
      toZoneRow(record, call.now),
    ),
  zoneOne: async ({ params }, { db, now }) => toZoneRow(await getZone(db, params.id), now),
  zoneOverlaps: async ({ params }, { db }) => findOverlaps(db, await getZone(db, params.id)),
};
