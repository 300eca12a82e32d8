import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { deviceReadRoles } from "./device.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { flightPhase } from "./flight.ts";
import { sampleField } from "./sample.ts";
import { rejectionReason } from "./telemetry.ts";

/** How a device's samples come in. */
export const ingestSource = defineEnum("ingest_source", { http: "HTTP", mqtt: "MQTT" });
export type IngestSource = "http" | "mqtt";

/** Why a signed request was refused before its samples were read. */
export const signatureFailure = defineEnum("signature_failure", {
  signature: "签名无效",
  keyRevoked: "访问密钥已吊销",
  keyExpired: "访问密钥已到期",
  clock: "时间与服务器相差超过 5 分钟",
  replayed: "随机数重复",
});
export type SignatureFailure = "signature" | "keyRevoked" | "keyExpired" | "clock" | "replayed";

const nullableNumber = z.nullable(z.number());

/** A refused sample. */
const ingestRefusal = z.object({
  /** Server's time. */
  at: f.instant,
  reason: rejectionReason.schema,
  /** The field that is wrong; null where the sample as a whole is refused. */
  field: z.nullable(z.string()),
  /** What was expected of it, in Chinese. */
  expected: z.string(),
  /** What was sent instead. */
  value: z.nullable(z.union([z.number(), z.string()])),
});
export type IngestRefusal = z.infer<typeof ingestRefusal>;

/** Why a value of a broker's sample counts as unknown. */
export const clearedReason = defineEnum("cleared_reason", {
  impossible: "超出范围",
  placeholder: "厂家的占位值",
});

/** Why a device's clock is off by a constant. */
export const clockCause = defineEnum("clock_cause", {
  rollover: "GPS 周数翻转",
  zone: "时区不对",
  wrong: "时钟不准",
});
export type ClockCause = "rollover" | "zone" | "wrong";

/** A field of whose values some counted as unknown. */
const clearedField = z.object({
  field: sampleField.schema,
  count: z.int(),
  /** The last one. */
  at: f.instant,
  value: z.union([z.number(), z.string()]),
  reason: clearedReason.schema,
  /** What was expected of it, in Chinese. */
  expected: z.string(),
});
export type ClearedField = z.infer<typeof clearedField>;

/** What one device has sent since the server started. */
const deviceIngest = z.object({
  sn: z.string(),
  via: ingestSource.schema,
  /** Server's time of its last sample, accepted or refused. */
  lastAt: f.instant,
  /** The last accepted sample; null before the first. */
  last: z.nullable(
    z.object({
      at: f.instant,
      phase: z.nullable(flightPhase.schema),
      /** WGS-84 degrees × 10⁷. */
      lat: nullableNumber,
      lon: nullableNumber,
      /** Metres above the take-off point, above ground, above the ellipsoid. */
      hRel: nullableNumber,
      hAgl: nullableNumber,
      hEll: nullableNumber,
      batPct: nullableNumber,
      /** Server's time minus the drone's. */
      clockOffsetMs: z.number(),
    }),
  ),
  /** The task of its open flight. */
  taskId: z.nullable(f.id),
  /** Whether it flies although the phase that it sends says that it is on the ground. */
  isContradicted: z.boolean(),
  accepted: z.int(),
  refused: z.array(z.object({ reason: rejectionReason.schema, count: z.int() })),
  /** The last ones, newest first. */
  refusals: z.array(ingestRefusal),
  /** Added to the times that it sends, seconds; 0 for a clock that is right. */
  clockCorrectionS: z.int(),
  /** What would put its clock right, where its last samples were all off by the same; null where they were not. */
  clockProposal: z.nullable(z.object({ correctionS: z.int(), cause: clockCause.schema })),
  /** Values that cannot be, by field: they count as unknown and refuse no sample. Only what came by a broker has some. */
  cleared: z.array(clearedField),
});
export type DeviceIngest = z.infer<typeof deviceIngest>;

export const ingestStatusCalls = defineCalls({
  ingestStatus: {
    host: "api",
    method: "GET",
    path: "/x/ingest/status",
    summary: "设备接入状态",
    access: deviceReadRoles,
    comesWith: ["/x/drone/list", "/iapi/box/list", "/x/hangar/list"],
    query: z.object({ companyId: z.optional(f.id), sn: z.optional(f.serialText(40)) }),
    data: z.object({
      /** Server's time of this answer. */
      at: f.instant,
      room: z.object({
        /** How many flights the platform follows at the same time. */
        capacity: z.int(),
        /** How many more there may be now. */
        free: z.int(),
        /** Drones whose last sample was refused because there was no room. */
        refusedDrones: z.int(),
      }),
      /** The one that was asked for, otherwise the most recent ones. */
      devices: z.array(deviceIngest),
      /** When the registered drone that was asked for last sent something, also before the server's start. */
      lastSeenAt: z.nullable(f.instant),
      /** Serial numbers that are registered for nobody, or for another company than the key's; newest first. */
      unregistered: z.array(
        z.object({ sn: z.string(), via: ingestSource.schema, at: f.instant, count: z.int() }),
      ),
      /** Requests whose signature was refused, by access key and reason; newest first. */
      signatureFailures: z.array(
        z.object({
          accessKey: z.string(),
          reason: signatureFailure.schema,
          at: f.instant,
          count: z.int(),
          /** Server's time minus the time stamp of the last one; null if that is no number. */
          clockOffsetMs: nullableNumber,
        }),
      ),
      /** Signed requests of the company that came too often; null where there were none in the last minutes, or no company was asked for. */
      limited: z.nullable(
        z.object({
          /** The last one. */
          at: f.instant,
          count: z.int(),
          /** What it was answered. */
          message: z.string(),
        }),
      ),
      /** Signed requests whose body does not have the form of the call; newest first. */
      invalidBodies: z.array(z.object({ at: f.instant, path: z.string(), message: z.string() })),
    }),
  },
});
