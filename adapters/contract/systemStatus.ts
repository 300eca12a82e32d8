import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import * as word from "./words.ts";

/** What a process says of itself. */
export const processStatus = z.object({
  /** Open sockets of consoles and walls. */
  sockets: z.int(),
  memoryBytes: z.int(),
  /** CPU seconds per second since it last said so; 1 is a whole core. */
  cpu: z.number(),
  /** Open flights that it follows. */
  flights: z.int(),
  /** Samples that it believed, and refused, since its start. */
  samplesTaken: z.int(),
  samplesRefused: z.int(),
  /** Age of the oldest row of the live flights that is not written yet; 0 where none waits. */
  unwrittenMs: z.number(),
  /** Statements under way in its part of the database, and what waits for a turn. */
  databaseRunning: z.int(),
  databaseWaiting: z.int(),
  /** Whether it reaches NATS; null for the only process. */
  isBusConnected: z.nullable(z.boolean()),
});
export type ProcessStatus = z.infer<typeof processStatus>;

/** Work that one process does for all. */
export const processDuty = defineEnum("process_duty", { live: "实时画面", worker: "后台任务" });

/** What the platform notes of itself. */
export const platformEventKind = defineEnum("platform_event_kind", {
  stall: "服务停顿",
  outage: "服务中断",
  unattended: "紧急告警无人处理",
});

export const systemStatusCalls = defineCalls({
  systemStatus: {
    host: "api",
    method: "GET",
    path: "/x/system/status",
    summary: word.systemStatus,
    access: ["admin", "maintainer"],
    data: z.object({
      /** Server's time of this answer. */
      at: f.instant,
      /** Those that run, and those that stopped within the last hour; the longest running first. */
      processes: z
        .array(
          z.object({
            /** 0 to 1023; null on the embedded database, which has one process. */
            id: z.nullable(z.int()),
            /** Host and number of the process. */
            name: z.string(),
            /** Where the other processes reach it; empty for the only one. */
            address: z.string(),
            /** Newest migration that its build knows; empty for the only one, whose database knows no other. */
            version: z.string(),
            startedAt: f.instant,
            /** When the database last heard it; of one that has stopped, at the latest. */
            heardAt: f.instant,
            isRunning: z.boolean(),
            /** Whether it stopped without a word: it was killed, cut off or frozen. */
            hasFailed: z.boolean(),
            /** Whether it answers this call. */
            isThis: z.boolean(),
            duties: z.array(processDuty.schema),
            /** Null where it has not said anything, and once it has stopped. */
            status: z.nullable(processStatus),
          }),
        )
        .check(z.maxLength(1_024)),
      database: z.object({
        kind: z.enum(["embedded", "postgres"]),
        version: z.string(),
        sizeBytes: z.number(),
        /** How long it took to answer. */
        answerMs: z.number(),
        isWritable: z.boolean(),
        /** Tables that cannot be read, or not as a whole. */
        damagedTables: z.array(z.string()).check(z.maxLength(500)),
      }),
      /** Work that waits or is under way. */
      jobs: z.object({ exports: z.int(), imports: z.int(), sms: z.int() }),
      /** What happened to the platform, newest first. */
      events: z
        .array(z.object({ at: f.instant, kind: platformEventKind.schema, durationMs: z.int() }))
        .check(z.maxLength(50)),
    }),
  },
});
