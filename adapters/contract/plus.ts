import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { deviceReadRoles, deviceWriteRoles, serialNo } from "./device.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

export const plusKind = defineEnum("plus_kind", {
  "4g": "4G 通信",
  rtk: "RTK 定位",
  speaker: "喊话器",
  light: "探照灯",
  gas: "气体检测",
  camera: "摄像头",
});
export type PlusKind = z.infer<typeof plusKind.schema>;
export const plusStatus = defineEnum("plus_status", {
  normal: ["正常", "green"],
  fault: ["故障", "red"],
  off: ["停用", "gray"],
});

/** Modules in one box at most. */
export const maxPlusPerBox = 16;

const fields = {
  name: f.name(2, 30),
  kind: plusKind.schema,
  sn: serialNo,
  /** Default for a new module: `normal`. */
  status: z.optional(plusStatus.schema),
};

/** A module plugged into a cloud box. */
export const plusRow = z.object({
  ...f.recordFields,
  boxId: f.id,
  name: z.string(),
  kind: plusKind.schema,
  sn: z.string(),
  status: plusStatus.schema,
});
export type PlusRow = z.infer<typeof plusRow>;

const byId = z.object({ id: f.id });

export const plusFieldLabels = { name: "模块名称" } as const;

export const plusCalls = defineCalls({
  plusList: {
    host: "device",
    method: "GET",
    path: "/iapi/plus/list/:id",
    summary: "云盒的扩展模块",
    access: deviceReadRoles,
    comesWith: ["/iapi/box/list"],
    /** The box's id. */
    params: byId,
    data: z.array(plusRow),
  },
  plusAdd: {
    host: "device",
    method: "POST",
    path: "/iapi/plus/add",
    summary: "新增扩展模块",
    access: deviceWriteRoles,
    audit: "plus",
    body: z.strictObject({ ...fields, boxId: f.id, requestId: f.requestId }),
    data: f.saveResult,
  },
  plusUpdate: {
    host: "device",
    method: "POST",
    path: "/iapi/plus/update",
    summary: "编辑扩展模块",
    access: deviceWriteRoles,
    audit: "plus",
    // Partial update: absent fields keep their values.
    body: z.strictObject({
      id: f.id,
      version: f.version,
      requestId: f.requestId,
      ...z.partial(z.object(fields)).shape,
    }),
    data: f.saveResult,
  },
  plusDel: {
    host: "device",
    method: "GET",
    path: "/iapi/plus/del/:id",
    summary: "删除扩展模块",
    access: deviceWriteRoles,
    audit: "plus",
    params: byId,
    query: z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) }),
    data: f.saveResult,
  },
});
