import { and, eq, gte, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { DutyScope } from "../../../adapters/contract/dutyScope.ts";
import type { Bbox } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import {
  type ZoneRow,
  type zoneCalls,
  zoneDatum,
  zoneKind,
  zoneState,
  zoneStatus,
} from "../../../adapters/contract/zone.ts";
import { getZoneState } from "../../../adapters/contract/zoneSchedule.ts";
import { formatShape, formatWeekly } from "../../../adapters/contract/zoneText.ts";
import type { Call } from "../../call.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { companyRegionSql, inScopeSql } from "../../duty/inScopeSql.ts";
import { numberColumn, ownerColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { queryPage } from "../../list/queryPage.ts";
import { maskName, maskNames } from "../../screens/maskNames.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { toZoneRow, type ZoneRecord } from "./zoneRecord.ts";

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
type ExportRequest = z.output<typeof zoneCalls.zoneExport.body>;
/** A request with its state as the ids of the zones that are in it. */
type WithStateIds<T> = Omit<T, "state"> & {
  readonly stateIds?: readonly string[] | undefined;
  /** Of a screen. */
  readonly scope?: DutyScope | undefined;
};
type ZoneQuery = WithStateIds<PageRequest> | (WithStateIds<ExportRequest> & { readonly bbox?: undefined });

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
    scope: (scope) => {
      const { companyId } = controlZones;
      return inScopeSql(scope, { companyId, regionId: companyRegionSql(companyId) });
    },
  },
});

/** The ids of the zones in a state now: weekly hours are easier to evaluate here than in SQL, and zones are few. */
async function findStateIds(
  { db, now }: Pick<Call, "db" | "now">,
  state: PageRequest["state"],
): Promise<string[] | undefined> {
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

/** A zone of a company is named after it. */
const maskZone = (row: ZoneRow): ZoneRow => ({
  ...maskNames(row, "companyName"),
  name: row.companyId === null ? row.name : maskName(row.name),
});

/** One page of zones, as they are now; for a screen those of nobody and of whom it shows. */
export async function queryZones({ state, ...rest }: PageRequest, call: Call) {
  const view = call.actor.view;
  const stateIds = await findStateIds(call, state);
  const query: WithStateIds<PageRequest> = { ...rest, stateIds, scope: view?.scope };
  return queryPage(call, zoneList, query, (record) => {
    const row = toZoneRow(record, call.now);
    return view?.audience === "visitors" ? maskZone(row) : row;
  });
}

const exportFields = [
  "name",
  "kind",
  "status",
  "shape",
  "floor",
  "ceiling",
  "datum",
  "fromAt",
  "toAt",
  "weekly",
  "companyName",
  "createdAt",
  "updatedAt",
] as const;

/** The workbook of 管制区: one row a zone. @param now the instant that 此刻 is of */
const createZoneSheet = (now: Date): SheetDefinition<ZoneRecord, (typeof exportFields)[number]> => ({
  title: word.zone,
  reads: exportFields,
  columns: [
    textColumn("name", word.name, 30, ({ name }) => name),
    textColumn("kind", word.type, 12, ({ kind }) => zoneKind.label(kind)),
    textColumn("state", word.currently, 12, (record) =>
      zoneState.label(getZoneState(record, now.getTime()).state),
    ),
    textColumn("shape", word.area, 60, ({ shape }) => formatShape(shape)),
    textColumn("datum", word.datum, 12, ({ datum }) => zoneDatum.label(datum)),
    numberColumn("floor", "下限（m）", 12, ({ floor }) => floor),
    numberColumn("ceilingM", "上限（m）", 12, ({ ceiling }) => ceiling),
    timeColumn("from", word.startTime, ({ fromAt }) => fromAt),
    timeColumn("to", word.endTime, ({ toAt }) => toAt),
    textColumn("weekly", word.weekly, 36, ({ weekly }) => formatWeekly(weekly) || "全天"),
    textColumn("status", word.status, 10, ({ status }) => zoneStatus.label(status)),
    ownerColumn,
    timeColumn("updatedAt", word.updatedAt, ({ updatedAt }) => updatedAt),
    timeColumn("createdAt", word.createdAt, ({ createdAt }) => createdAt),
    textColumn(
      "ceiling",
      word.height,
      22,
      ({ floor, ceiling, datum }) => `${zoneDatum.label(datum)} ${floor}–${ceiling} m`,
    ),
  ],
});

/** Prepares the zones that match as a workbook. */
export const prepareZoneExport: ExportPreparer<typeof zoneCalls.zoneExport> = async (body, call) => {
  const { state, ...rest } = body;
  const stateIds = await findStateIds(call, state);
  const query: WithStateIds<ExportRequest> = { ...rest, stateIds };
  const prepared = await prepareExport(call, zoneList, query, createZoneSheet(call.now));
  // The ids say nothing to whoever reads the conditions.
  const { stateIds: _ids, ...filters } = { ...prepared.filters, stateIds };
  return { ...prepared, filters: { ...filters, ...(state === undefined ? {} : { state }) } };
};
