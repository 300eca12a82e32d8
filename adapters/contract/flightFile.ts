import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { sampleField } from "./sample.ts";
import { taskKind } from "./task.ts";

/** Formats that tracks are exported in. */
export const trackFormat = defineEnum("track_format", { gpx: "GPX", kml: "KML", csv: "CSV" });
export type TrackFormat = z.infer<typeof trackFormat.schema>;

/** Flights of one exported file at most. */
export const maxExportedFlights = 16;

/** Largest recording that can be imported, in bytes. */
export const recordingMaxBytes = 50 * 1024 * 1024;
/** Ends of the names of recordings that can be imported, lower case. */
export const recordingExtensions = [".gpx", ".kml", ".kmz", ".csv", ".tlog"] as const;

/** Why something of an imported recording is not in its track. */
export const importLeftOut = defineEnum("import_left_out", {
  unreadable: "无法读取",
  noTime: "没有时间",
  noPosition: "没有定位",
  nullIsland: "坐标为 (0,0)",
  degrees: "坐标过小",
  notFinite: "不是数值",
  outOfRange: "数值超出范围",
  older: "时间早于上一条",
  ahead: "时间晚于下一条",
  jump: "位置跳变",
  otherPlace: "另一处的位置",
  future: "时间在将来",
  clock: "时间早于 2000 年",
  onGround: "落地后停在地面",
  outsideFlights: "飞行以外的照片或消息",
  surplusMessage: "一次飞行超过 2,000 条的消息",
  emptyTrack: "空的航迹或航段",
  notTrack: "航点、航路或图形，不是航迹",
  repeated: "重复的数值",
  unknownUnit: "单位无法识别的数值",
  otherVehicle: "另一架飞行器的位置",
});
export type ImportLeftOut = z.infer<typeof importLeftOut.schema>;

/** Lines that are told of one reason. */
export const maxLeftOutLines = 5;

/** What was left out for one reason. */
const leftOutEntry = z.object({
  reason: importLeftOut.schema,
  count: z.int(),
  /** The first lines of the file where it was; imports of before and binary files have none. */
  lines: z.optional(z.array(z.int()).check(z.maxLength(maxLeftOutLines))),
});
export type LeftOutEntry = z.infer<typeof leftOutEntry>;

/** What was left out, for its user: each reason with its count and the first lines. */
export const describeLeftOut = (leftOut: readonly LeftOutEntry[]): string =>
  leftOut
    .map(({ reason, count, lines = [] }) => {
      const where =
        lines.length > 0
          ? `（第 ${lines.join("、")} 行${lines.length === maxLeftOutLines && count > maxLeftOutLines ? "等" : ""}）`
          : "";
      return `${importLeftOut.label(reason)} ${count.toLocaleString("en")} 个${where}`;
    })
    .join("，");

/** Time zones that are offered for files whose times have none. */
export const fileZone = defineEnum("file_zone", {
  "+08:00": "北京时间（UTC+8）",
  "+00:00": "世界协调时（UTC）",
  "+06:00": "UTC+6",
  "+07:00": "UTC+7",
  "+09:00": "UTC+9",
});
export type FileZone = z.infer<typeof fileZone.schema>;

const storedStatuses = {
  waiting: ["等待中", "gray"],
  running: ["导入中", "blue"],
  done: ["已完成", "green"],
  failed: ["失败", "red"],
  /** The server stopped before it was done, or its user cancelled or forgot it. */
  interrupted: ["已中断", "orange"],
} as const;
/** State of an import of a recording as its record has it. */
export const storedImportStatus = defineEnum("stored_import_status", storedStatuses);
/** State of an import of a recording. */
export const importStatus = defineEnum("import_status", {
  ...storedStatuses,
  /** It was read, and waits for its user to save or cancel it; for a day, until the server stops. */
  confirm: ["待确认", "orange"],
});

const clearedEntry = z.object({ field: sampleField.schema, count: z.int() });

/** Flights of one file, and points of all their tracks in a preview, at most. */
export const maxImportedFlights = 50;
export const maxPreviewPoints = 2_000;

/** What an import would put into the history. */
const importPreview = z.object({
  flights: z
    .array(
      z.object({
        startedAt: f.instant,
        durationS: z.int(),
        distanceM: z.number(),
        samples: z.int(),
        /** Longitude and latitude, some points of it. */
        track: z.array(z.tuple([f.longitude, f.latitude])).check(z.maxLength(maxPreviewPoints)),
      }),
    )
    .check(z.maxLength(maxImportedFlights)),
  /** Samples in the tracks of all flights. */
  samples: z.int(),
  leftOut: z.array(leftOutEntry),
  /** Values that cannot be and count as unknown; their samples are in the track. */
  cleared: z.array(clearedEntry),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** What an import put into the history. */
const importedRecording = z.object({
  taskId: f.id,
  taskNo: z.string(),
  flights: z.array(
    z.object({
      id: f.id,
      startedAt: f.instant,
      durationS: z.int(),
      distanceM: z.number(),
      samples: z.int(),
    }),
  ),
  /** Samples in the tracks of all flights. */
  samples: z.int(),
  leftOut: z.array(leftOutEntry),
  /** Values that cannot be and count as unknown; their samples are in the track. Imports of before have none. */
  cleared: z.optional(z.array(clearedEntry)),
});
export type ImportedRecording = z.infer<typeof importedRecording>;

/** An import of a recording; also the data of socket frame 14. */
export const importJob = z.object({
  id: f.id,
  fileName: z.string(),
  droneSn: z.string(),
  status: importStatus.schema,
  /** Imports before it while it waits, the running one included; 0 otherwise. */
  ahead: z.int(),
  /** While it waits to be confirmed; null otherwise. */
  preview: z.nullable(importPreview),
  /** Null until it is done. */
  result: z.nullable(importedRecording),
  /** Why it failed or was interrupted, and what to do; empty otherwise. */
  failReason: z.string(),
  staffId: f.id,
  staffName: z.string(),
  createdAt: f.instant,
  /** Null until it is over. */
  endedAt: z.nullable(f.instant),
});
export type ImportJob = z.infer<typeof importJob>;

/** The roles of 历史任务. */
const historyRoles = ["admin", "operator", "duty", "maintainer"] as const;

const importRoles = ["admin", "operator", "maintainer"] as const;

/** Tracks as files: export of flights of the history, import of recordings into it. */
export const flightFileCalls = defineCalls({
  flightExport: {
    host: "api",
    method: "POST",
    path: "/x/flight/export",
    summary: "导出航迹",
    access: historyRoles,
    audit: "task",
    kind: "blob",
    // Each flight once, in the order of the file.
    body: z.strictObject({
      flights: z
        .array(z.strictObject({ taskId: f.id, flightId: f.id }))
        .check(
          z.minLength(1, "请至少选择一次飞行"),
          z.maxLength(maxExportedFlights, `一次最多导出 ${maxExportedFlights} 次飞行`),
        ),
      format: trackFormat.schema,
    }),
  },
  flightImport: {
    host: "api",
    method: "POST",
    path: "/x/flight/import",
    summary: "导入飞行记录",
    access: importRoles,
    audit: "recordingImport",
    kind: "multipart",
    maxBytes: recordingMaxBytes,
    query: z.object({
      companyId: f.id,
      droneSn: f.serialText(40),
      kind: taskKind.schema,
      /** Name of the task; by default that of the file. */
      name: z.optional(f.name(1, 60)),
      /** Its extension is the format. */
      fileName: f.text(1, 200),
      /** Of a file whose times have none, and do not mean UTC. */
      zone: z.optional(fileZone.schema),
      /** Imports it although the history has a flight of the drone at the same time in the same places. */
      repeat: z.optional(z.literal("allowed")),
      /** Saves nothing before it is confirmed. */
      preview: z.optional(z.literal("wanted")),
      requestId: f.requestId,
    }),
    /** Of the import, which goes on in the background: it is told of in socket frame 14. */
    data: z.object({ id: f.id }),
  },
  flightImportDecide: {
    host: "api",
    method: "POST",
    path: "/x/flight/import/decide",
    summary: "保存或取消待确认的导入",
    access: importRoles,
    comesWith: ["/x/flight/import"],
    audit: "recordingImport",
    body: z.strictObject({ id: f.id, save: z.boolean(), requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
  flightImports: {
    host: "api",
    method: "GET",
    path: "/x/flight/imports",
    summary: "最近的飞行记录导入",
    access: importRoles,
    comesWith: ["/x/flight/import"],
    // Those that are not over, then the latest, each the newest first: the caller's own, those of all for admins.
    data: z.object({ list: z.array(importJob) }),
  },
});
