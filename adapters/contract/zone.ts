import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { pageRequest, pageResponse } from "./page.ts";
import { bbox } from "./task.ts";

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
  z.strictObject({ type: z.literal("Circle"), center: lonLat, radius: z.number().check(z.positive()) }),
  z.strictObject({
    type: z.literal("Corridor"),
    line: z.array(lonLat),
    width: z.number().check(z.positive()),
  }),
]);
export type ZoneShape = z.infer<typeof zoneShape>;

export const zoneRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
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
  /** Weekly hours in Asia/Shanghai: day 1 is Monday, times in minutes since midnight. Empty means always. */
  weekly: z.array(z.object({ day: z.int(), from: z.int(), to: z.int() })),
  companyId: z.nullable(f.id),
  companyName: z.string(),
  status: zoneStatus.schema,
});
export type ZoneRow = z.infer<typeof zoneRow>;

export const zoneCalls = defineCalls({
  controlZoneListPage: {
    host: "api",
    method: "POST",
    path: "/controlZone/list/page",
    summary: "管制区列表",
    access: ["admin", "operator", "duty", "maintainer", "display"],
    body: pageRequest(["createdAt", "name", "kind", "status"], {
      kind: z.optional(zoneKind.schema),
      status: z.optional(zoneStatus.schema),
      bbox: z.optional(bbox),
    }),
    data: pageResponse(zoneRow),
  },
});
