import * as z from "zod/mini";
import {
  deviceReadRoles,
  deviceWriteRoles,
  hangarCover,
  hangarStatus,
  latitudeInChina,
  longitudeInChina,
  serialNo,
} from "./device.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { recordCalls } from "./recordCalls.ts";
import { saveBody } from "./saveBody.ts";
import * as word from "./words.ts";

const fields = {
  name: f.name(2, 40),
  sn: serialNo,
  model: f.text(1, 30),
  companyId: f.id,
  lng: longitudeInChina,
  lat: latitudeInChina,
  /** Metres above sea level. */
  altitude: z.number(word.enterNumber).check(z.minimum(-155, "海拔过低"), z.maximum(8_849, "海拔过高")),
  /** The assigned drone, of the same company; empty for none. */
  droneSn: z.optional(z.union([serialNo, z.literal("")])),
};

/** A hangar in lists and details. */
export const hangarRow = z.object({
  ...f.recordFields,
  name: z.string(),
  sn: z.string(),
  model: z.string(),
  companyId: f.id,
  companyName: z.string(),
  lng: z.number(),
  lat: z.number(),
  altitude: z.number(),
  status: hangarStatus.schema,
  cover: hangarCover.schema,
  droneSn: z.string(),
  /** Percent; null while no drone is in it. */
  droneBattery: z.nullable(z.number()),
  /** m/s, mm/h, °C; null before the first report. */
  windSpeed: z.nullable(z.number()),
  rainfall: z.nullable(z.number()),
  temperature: z.nullable(z.number()),
  lastSeenAt: z.nullable(f.instant),
});
export type HangarRow = z.infer<typeof hangarRow>;

const sortableFields = [
  "createdAt",
  "updatedAt",
  "sn",
  "status",
  "droneBattery",
  "windSpeed",
  "lastSeenAt",
] as const;

export const hangarFieldLabels = {
  name: "机场名称",
  altitude: "海拔（m）",
  droneSn: "驻场无人机",
  cover: "舱盖",
} as const;

export const hangarCalls = defineCalls({
  ...recordCalls("hangar", {
    noun: "机场",
    kind: "hangar",
    access: deviceReadRoles,
    row: hangarRow,
    sortable: sortableFields,
    filters: ["companyId", "status", "cover"],
  }),
  hangarAdd: {
    host: "hangar",
    method: "POST",
    path: "/hangar/add",
    summary: "新增、编辑或停用机场",
    access: deviceWriteRoles,
    audit: "hangar",
    body: saveBody(fields, {
      /** Takes it out of service or puts it back; a hangar reports all other statuses itself. */
      status: z.optional(z.enum(["service", "idle"])),
    }),
    data: f.saveResult,
  },
});
