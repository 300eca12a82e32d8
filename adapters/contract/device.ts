import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { normalizeCode } from "./identity.ts";
import { commonFilters, wholeList } from "./page.ts";
import { recordActs } from "./recordActs.ts";
import { recordCalls } from "./recordCalls.ts";
import { saveBody } from "./saveBody.ts";
import * as word from "./words.ts";

export const deviceKind = defineEnum("device_kind", {
  drone: word.drone,
  hangar: word.hangar,
  box: word.box,
});
export const uavClass = defineEnum("uav_class", {
  micro: "微型",
  light: "轻型",
  small: "小型",
  medium: "中型",
  large: "大型",
});
export const deviceStatus = defineEnum("device_status", {
  online: ["在线", "green"],
  offline: ["离线", "gray"],
  fault: ["故障", "red"],
});
export const hangarStatus = defineEnum("hangar_status", {
  idle: ["空闲", "green"],
  working: ["作业中", "blue"],
  fault: ["故障", "red"],
  offline: ["离线", "gray"],
  service: ["停用检修", "orange"],
});
export const hangarCover = defineEnum("hangar_cover", {
  open: ["已打开", "blue"],
  closed: ["已关闭", "green"],
  fault: ["故障", "red"],
});

/** WGS-84 degrees; China extends from 73°33′E to 135°05′E and from 3°51′N to 53°33′N. */
export const longitudeInChina = z
  .number("请输入经度")
  .check(z.minimum(73.55, "位置应在中国境内"), z.maximum(135.09, "位置应在中国境内"));
export const latitudeInChina = z
  .number("请输入纬度")
  .check(z.minimum(3.85, "位置应在中国境内"), z.maximum(53.56, "位置应在中国境内"));

/** The manufacturer's serial number: letters and hyphens belong to it, blanks inside are refused. */
export const serialNo = z
  .string()
  .check(
    z.overwrite(normalizeCode),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{3,39}$/, "序列号应为 4 至 40 位字母、数字或短横线"),
  );

interface SentPlace {
  readonly id?: unknown;
  readonly lng?: unknown;
  readonly lat?: unknown;
}

export const partialPlaceMessage = "经度和纬度需要一起填写";

/** A new record has longitude and latitude or neither. An edit may send one: the server checks what the record then has. */
export const requireFullCoordinates = z.check<SentPlace>(({ value, issues }) => {
  const isPresent = (part: unknown) => part !== undefined && part !== "";
  if (value.id !== undefined || isPresent(value.lng) === isPresent(value.lat)) return;
  const path = isPresent(value.lng) ? "lat" : "lng";
  issues.push({ code: "custom", path: [path], message: partialPlaceMessage, input: undefined });
});

/** What a hangar reports in addition to the fields of every device. */
const hangarStateSchema = z.object({
  status: hangarStatus.schema,
  cover: hangarCover.schema,
  altitude: z.number(),
  droneSn: z.string(),
  /** Percent; null while no drone is in it. */
  droneBattery: z.nullable(z.number()),
  /** m/s, mm/h, °C; null before the first report. */
  windSpeed: z.nullable(z.number()),
  rainfall: z.nullable(z.number()),
  temperature: z.nullable(z.number()),
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
  /** Null for devices that do not fly. */
  uavClass: z.nullable(uavClass.schema),
  registrationNo: z.string(),
  /** Null for a box without an owner. */
  companyId: z.nullable(f.id),
  companyName: z.string(),
  /** The box it is connected through. */
  boxId: z.nullable(f.id),
  hangarId: z.nullable(f.id),
  status: deviceStatus.schema,
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  lastSeenAt: z.nullable(f.instant),
  hangar: z.nullable(hangarStateSchema),
});
export type DeviceRow = z.infer<typeof deviceRow>;

/** One ownership period of a box, hangar or drone. */
export const deviceOwner = z.object({
  id: f.id,
  companyId: f.id,
  companyName: z.string(),
  boundAt: f.instant,
  /** Empty if the owner was set when the record was created. */
  boundBy: z.string(),
  /** Null for the current owner. */
  unboundAt: z.nullable(f.instant),
  unboundBy: z.string(),
});
export type DeviceOwner = z.infer<typeof deviceOwner>;

/** A drone in lists and details. */
export const droneRow = z.object({
  ...f.recordFields,
  name: z.string(),
  sn: z.string(),
  model: z.string(),
  uavClass: uavClass.schema,
  /** Empty if it is not known. */
  registrationNo: z.string(),
  companyId: f.id,
  companyName: z.string(),
  /** The box it is connected through and its hangar; null for none. */
  boxId: z.nullable(f.id),
  hangarId: z.nullable(f.id),
  boxName: z.nullable(z.string()),
  hangarName: z.nullable(z.string()),
  /** Where it last was on the ground; null before that is known. */
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  /** Server's time of its last sample. */
  lastSeenAt: z.nullable(f.instant),
  /** Added to the times that it sends, seconds; 0 for a clock that is right. */
  clockCorrectionS: z.int(),
});
export type DroneRow = z.infer<typeof droneRow>;

/** Two rollovers of the GPS week number, s. */
const maxClockCorrectionS = 2 * 1_024 * 7 * 86_400 + 86_400;
const clockCorrection = z
  .int("请输入整数秒，快的填负数")
  .check(
    z.minimum(-maxClockCorrectionS, "最多校正约 39 年"),
    z.maximum(maxClockCorrectionS, "最多校正约 39 年"),
  );

const droneFields = {
  /** By default the model and the serial number. */
  name: z.optional(f.name(2, 40)),
  sn: serialNo,
  model: f.text(1, 30),
  uavClass: uavClass.schema,
  registrationNo: z.optional(f.optionalName(40)),
  companyId: f.id,
  /** WGS-84 degrees, anywhere in the world; empty for none. */
  lng: z.optional(z.union([f.longitude, z.literal("")])),
  lat: z.optional(z.union([f.latitude, z.literal("")])),
  clockCorrectionS: z.optional(clockCorrection),
};

/** Roles that read boxes, hangars and drones, and roles that change them. */
export const deviceReadRoles = ["admin", "maintainer", "duty", "operator"] as const;
export const deviceWriteRoles = ["admin", "maintainer"] as const;

const sortableFields = ["createdAt", "updatedAt", "sn", "lastSeenAt"] as const;

/** Devices of each kind in `deviceList`, which maps and pickers need whole. */
export const deviceListMax = 5_000;

/** Whether there may be more devices of a kind than `deviceList` has answered. */
export const mayHaveMoreDevices = (devices: readonly unknown[]): boolean => devices.length >= deviceListMax;

export const deviceCalls = defineCalls({
  ...recordCalls("drone", {
    noun: "无人机",
    kind: "device",
    access: deviceReadRoles,
    row: droneRow,
    sortable: sortableFields,
    filters: ["companyId", "uavClass"],
  }),
  deviceList: {
    host: "device",
    method: "GET",
    path: "/iapi/device/list",
    summary: "设备列表",
    access: "session",
    query: z.object({
      kind: z.optional(deviceKind.schema),
      companyId: z.optional(f.id),
      /** Only drones have them: those of a box or a hangar. */
      boxId: z.optional(f.id),
      hangarId: z.optional(f.id),
      keyword: commonFilters.keyword,
    }),
    ownFields: ["boxId", "hangarId"],
    data: z.array(deviceRow).check(z.maxLength(3 * deviceListMax)),
  },
  deviceOwners: {
    host: "api",
    method: "GET",
    path: "/x/device/owners/:id",
    summary: "设备的归属记录",
    access: deviceReadRoles,
    comesWith: ["/x/drone/list", "/iapi/box/list", "/x/hangar/list"],
    params: z.object({ id: f.id }),
    /** The current owner first. */
    data: wholeList(deviceOwner),
  },
  ...recordActs("device", {
    kind: "device",
    access: deviceWriteRoles,
    acts: { save: ["登记或编辑无人机", saveBody(droneFields).check(requireFullCoordinates)] },
  }),
});
