import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { enumeration } from "./enumeration.ts";
import * as f from "./fields.ts";
import { commonFilters } from "./page.ts";

export const deviceKind = enumeration("device_kind", { drone: "无人机", hangar: "机场", box: "云盒" });
export const uavClass = enumeration("uav_class", {
  micro: "微型",
  light: "轻型",
  small: "小型",
  medium: "中型",
  large: "大型",
});
export const deviceStatus = enumeration("device_status", {
  online: ["在线", "green"],
  offline: ["离线", "gray"],
  fault: ["故障", "red"],
});
export const hangarStatus = enumeration("hangar_status", {
  idle: ["空闲", "green"],
  working: ["作业中", "blue"],
  fault: ["故障", "red"],
  offline: ["离线", "gray"],
  service: ["停用检修", "orange"],
});
export const hangarCover = enumeration("hangar_cover", {
  open: ["已打开", "blue"],
  closed: ["已关闭", "green"],
  fault: ["故障", "red"],
});

/** What a hangar says beyond what every device has. */
const hangarState = z.object({
  status: hangarStatus.schema,
  cover: hangarCover.schema,
  altitude: z.number(),
  droneSn: z.string(),
  /** Percent; null while no drone is in it. */
  droneBattery: z.nullable(z.number()),
  /** m/s, mm/h, °C. */
  windSpeed: z.number(),
  rainfall: z.number(),
  temperature: z.number(),
});

export const deviceRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  name: z.string(),
  sn: z.string(),
  kind: deviceKind.schema,
  model: z.string(),
  /** Null for what does not fly. */
  uavClass: z.nullable(uavClass.schema),
  registrationNo: z.string(),
  companyId: f.id,
  companyName: z.string(),
  hangarId: z.nullable(f.id),
  status: deviceStatus.schema,
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  lastSeenAt: z.nullable(f.instant),
  hangar: z.nullable(hangarState),
});
export type DeviceRow = z.infer<typeof deviceRow>;

export const deviceCalls = defineCalls({
  deviceList: {
    host: "device",
    method: "GET",
    path: "/iapi/device/list",
    summary: "设备列表",
    access: "session",
    query: z.object({
      kind: z.optional(deviceKind.schema),
      companyId: z.optional(f.id),
      keyword: commonFilters.keyword,
    }),
    data: z.array(deviceRow),
  },
});
