import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import {
  deviceReadRoles,
  deviceWriteRoles,
  latitudeInChina,
  longitudeInChina,
  requireFullCoordinates,
  serialNo,
} from "./device.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { normalizeMac } from "./identity.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { plusKind } from "./plus.ts";
import * as word from "./words.ts";

export const boxStatus = defineEnum("box_status", {
  online: ["在线", "green"],
  offline: ["离线", "gray"],
  fault: ["故障", "red"],
});
export const boxBinding = defineEnum("box_binding", {
  free: ["未绑定", "gray"],
  bound: ["已绑定", "green"],
});
/** Choices of the console for `offlineDays`; the call accepts any number of days. */
export const boxOfflineDays = defineEnum("box_offline_days", {
  "1": "超过 1 天",
  "3": "超过 3 天",
  "7": "超过 7 天",
  "30": "超过 30 天",
});

/** Six pairs of hex digits. Unicast only: the lowest bit of the first pair, which marks a multicast address, is 0. */
export const mac = z
  .string()
  .check(
    z.overwrite(normalizeMac),
    z.regex(/^[0-9A-F][02468ACE](:[0-9A-F]{2}){5}$/, "MAC 地址应为 6 组十六进制数，如 02:1A:2B:3C:4D:5E"),
  );

const fields = {
  name: f.name(2, 40),
  sn: serialNo,
  model: f.text(1, 30),
  firmware: z.optional(f.note(30)),
  /** Empty for none. */
  lng: z.optional(z.union([longitudeInChina, z.literal("")])),
  lat: z.optional(z.union([latitudeInChina, z.literal("")])),
  remark: z.optional(f.note(500)),
  /** The owning company; empty for none. */
  companyId: z.optional(z.union([f.id, z.literal("")])),
};

/** A cloud box in lists and details. */
export const boxRow = z.object({
  ...f.recordFields,
  name: z.string(),
  mac: z.string(),
  sn: z.string(),
  model: z.string(),
  /** Null without an owner. */
  companyId: z.nullable(f.id),
  companyName: z.string(),
  binding: boxBinding.schema,
  status: boxStatus.schema,
  firmware: z.string(),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  lastSeenAt: z.nullable(f.instant),
  /** Devices connected through this box. */
  deviceCount: z.int(),
  /** Kinds of its modules, without duplicates. */
  plusKinds: z.array(plusKind.schema),
  remark: z.string(),
});
export type BoxRow = z.infer<typeof boxRow>;

const sortableFields = ["createdAt", "updatedAt", "name", "mac", "sn", "lastSeenAt", "status"] as const;
const filters = {
  companyId: z.optional(f.id),
  status: z.optional(boxStatus.schema),
  binding: z.optional(boxBinding.schema),
  /** Offline for more than this many days. */
  offlineDays: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650))),
};

export const boxFieldLabels = { name: word.boxName } as const;

export const boxCalls = defineCalls({
  createBoxMac: {
    host: "api",
    method: "GET",
    path: "/device/createBoxMac",
    summary: "生成云盒 MAC 地址",
    access: deviceWriteRoles,
    comesWith: ["/iapi/box/add"],
    /** A new locally administered address that was never generated before and belongs to no box. */
    data: z.object({ mac: z.string() }),
  },
  boxList: {
    host: "device",
    method: "POST",
    path: "/iapi/box/list",
    summary: "云盒列表",
    access: deviceReadRoles,
    shows: ["box", "plus"],
    body: pageRequest(sortableFields, filters),
    data: pageResponse(boxRow),
  },
  boxExport: {
    host: "api",
    method: "POST",
    path: "/x/box/export",
    summary: "导出云盒",
    access: deviceReadRoles,
    audit: "box",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  boxOne: {
    host: "api",
    method: "GET",
    path: "/x/one/box/:id",
    summary: "云盒详情",
    access: deviceReadRoles,
    comesWith: ["/iapi/box/list"],
    params: z.object({ id: f.id }),
    data: boxRow,
  },
  boxAdd: {
    host: "device",
    method: "POST",
    path: "/iapi/box/add",
    summary: "新增云盒",
    access: deviceWriteRoles,
    audit: "box",
    body: z.strictObject({ ...fields, mac, requestId: f.requestId }).check(requireFullCoordinates),
    data: f.saveResult,
  },
  boxUpdate: {
    host: "device",
    method: "POST",
    path: "/iapi/box/update",
    summary: "编辑、绑定或解绑云盒",
    access: deviceWriteRoles,
    audit: "box",
    // Partial update: absent fields keep their values. The MAC address is fixed.
    body: z.strictObject({
      id: f.id,
      version: f.version,
      requestId: f.requestId,
      ...z.partial(z.object(fields)).shape,
    }),
    data: f.saveResult,
  },
});
