import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { bbox } from "./task.ts";

const lonLat = z.tuple([f.longitude, f.latitude]);

/**
 * A GeoJSON polygon with closed rings, holes after the outer ring; a circle; or a corridor, a line with round ends.
 * WGS-84 degrees; radius and the corridor's whole width in metres. `findShapeError` says what a zone may not be.
 */
export const zoneShape = z.union([
  z.strictObject({
    type: z.literal("Polygon"),
    coordinates: z.array(z.array(lonLat)).check(z.minLength(1)),
  }),
  z.strictObject({
    type: z.literal("Circle"),
    center: lonLat,
    radius: z.number().check(z.minimum(Number.MIN_VALUE)),
  }),
  z.strictObject({
    type: z.literal("Corridor"),
    line: z.array(lonLat),
    width: z.number().check(z.minimum(Number.MIN_VALUE)),
  }),
]);
export type ZoneShape = z.infer<typeof zoneShape>;

export const zoneKind = defineEnum("zone_kind", {
  noFly: ["禁飞区", "red"],
  limited: ["限飞区", "orange"],
  warning: ["警示区", "yellow"],
  fence: ["作业区", "blue"],
  temporary: ["临时管制", "violet"],
});
export const zoneStatus = defineEnum("zone_status", {
  active: ["启用", "green"],
  disabled: ["停用", "gray"],
});
export const zoneDatum = defineEnum("zone_datum", { agl: "离地高度", amsl: "海拔高度" });
/** What a zone does at this moment, from its status, dates and weekly hours. */
export const zoneState = defineEnum("zone_state", {
  inForce: ["生效中", "red"],
  coming: ["待生效", "blue"],
  over: ["已结束", "gray"],
  disabled: ["已停用", "gray"],
});

/** Day 1 is Monday; minutes since midnight in Asia/Shanghai. Hours that end before they begin run past midnight. */
export const weeklyHours = z.strictObject({
  day: z.int().check(z.minimum(1), z.maximum(7)),
  from: z.int().check(z.minimum(0), z.maximum(1_439)),
  to: z.int().check(z.minimum(1), z.maximum(1_440)),
});
export type WeeklyHours = z.infer<typeof weeklyHours>;

export const zoneName = z.object({ id: f.id, name: z.string(), kind: zoneKind.schema });

export const zoneRow = z.object({
  ...f.recordFields,
  name: z.string(),
  kind: zoneKind.schema,
  shape: zoneShape,
  /** Metres above the datum. */
  floor: z.number(),
  ceiling: z.number(),
  datum: zoneDatum.schema,
  /** Null for an unlimited start or end. */
  from: z.nullable(f.instant),
  to: z.nullable(f.instant),
  /** Empty means always. */
  weekly: z.array(weeklyHours),
  companyId: z.nullable(f.id),
  companyName: z.string(),
  status: zoneStatus.schema,
  state: zoneState.schema,
  /** When the state ends; null if it does not end by itself. */
  stateUntil: z.nullable(f.instant),
});
export type ZoneRow = z.infer<typeof zoneRow>;

const sortableFields = ["createdAt", "updatedAt", "name", "kind", "status"] as const;
const filters = {
  kind: z.optional(zoneKind.schema),
  status: z.optional(zoneStatus.schema),
  state: z.optional(zoneState.schema),
  companyId: z.optional(f.id),
};
const readRoles = ["admin", "operator", "duty", "maintainer"] as const;

export const zoneFieldLabels = { floor: "下限高度（m）", ceiling: "上限高度（m）" } as const;

export const zoneCalls = defineCalls({
  controlZoneListPage: {
    host: "api",
    method: "POST",
    path: "/controlZone/list/page",
    summary: "管制区列表",
    access: readRoles,
    // Whoever sees a flight sees where it may not be.
    comesWith: ["/controlZone/list/page", "/task/start/list", "/task/history/list"],
    shows: ["zone"],
    body: pageRequest(sortableFields, { ...filters, bbox: z.optional(bbox) }),
    data: pageResponse(zoneRow),
  },
  zoneExport: {
    host: "api",
    method: "POST",
    path: "/x/zone/export",
    summary: "导出管制区",
    access: ["admin", "operator", "duty"],
    audit: "zone",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  zoneOne: {
    host: "api",
    method: "GET",
    path: "/x/one/zone/:id",
    summary: "管制区详情",
    access: readRoles,
    comesWith: ["/controlZone/list/page"],
    params: z.object({ id: f.id }),
    data: zoneRow,
  },
  zoneOverlaps: {
    host: "api",
    method: "GET",
    path: "/x/zone/overlaps/:id",
    summary: "与管制区重叠的管制区",
    access: readRoles,
    comesWith: ["/controlZone/list/page"],
    params: z.object({ id: f.id }),
    // Whatever their heights and times.
    data: z.array(zoneName),
  },
});
