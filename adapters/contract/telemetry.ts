import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { sampleValues } from "./sample.ts";

export const rejectionReasons = [
  "nullIsland",
  "notFinite",
  "outOfRange",
  "older",
  "future",
  "jump",
  "noTask",
  "degrees",
  "clock",
  "otherPlace",
  "unregistered",
  "companyFrozen",
  "noRoom",
  "malformed",
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Why a sample was stored as rejected and not shown on the map. */
export const rejectionReason = defineEnum("sample_rejection", {
  nullIsland: "坐标为 (0,0)",
  notFinite: "坐标不是数值",
  outOfRange: "数值超出范围",
  older: "早于上一条",
  future: "时间超前",
  jump: "位置跳变",
  noTask: "没有对应的任务",
  degrees: "坐标单位应为度 × 10⁷",
  clock: "时间与服务器相差超过 10 年",
  otherPlace: "另有设备使用同一序列号",
  unregistered: "序列号未登记",
  companyFrozen: "企业已冻结",
  noRoom: "在飞数量已达上限",
  malformed: "格式不符合接入文档",
});

/** Headers of a signed call, lower case. */
export const signatureHeaders = {
  accessKey: "x-access-key",
  /** UTC ms, within five minutes of the server's clock. */
  timestamp: "x-timestamp",
  /** 8 to 64 letters and digits; must not be reused. */
  nonce: "x-nonce",
  /** Lower-case hex HMAC-SHA256 over method, path, timestamp, nonce (a line feed after each), then the body's bytes. */
  signature: "x-signature",
} as const;

export const ingestSample = z.strictObject({
  /** Default: the drone's open task in the access key's company. */
  taskId: z.optional(f.id),
  droneSn: f.text(1, 40),
  seq: z.int().check(z.minimum(0)),
  /** Drone's clock, UTC ms. */
  tSrc: z.number(),
  ...z.partial(sampleValues).shape,
});
export type IngestSample = z.infer<typeof ingestSample>;

export const maxSamplesPerCall = 2_000;

export const telemetryCalls = defineCalls({
  telemetryIngest: {
    host: "device",
    method: "POST",
    path: "/iapi/telemetry",
    summary: "上报遥测",
    access: "signed",
    leavesOut: "samples",
    body: z.strictObject({
      samples: z
        .array(ingestSample)
        .check(z.minLength(1, "至少要有一个样本"), z.maxLength(maxSamplesPerCall)),
    }),
    data: z.object({
      accepted: z.int(),
      rejected: z.array(
        z.object({
          /** Position in the list that was sent, from 0. */
          at: z.int(),
          reason: rejectionReason.schema,
          /** The field that is wrong; null where the sample as a whole is refused. */
          field: z.nullable(z.string()),
          /** What was expected of it, in Chinese. */
          expected: z.string(),
        }),
      ),
    }),
  },
});
