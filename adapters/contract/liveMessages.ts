import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import * as f from "./fields.ts";

/**
 * Data of the server's text message 3: maps each `index` of the fleet frames to its task. With `full` it replaces
 * the table; otherwise rows of `closed` tasks are removed first, then the others added. Four columns of equal length.
 */
export const fleetTableData = z.object({
  table: z.int(),
  full: z.boolean(),
  closed: z.array(z.int()),
  index: z.array(z.int()),
  taskId: z.array(f.id),
  taskNo: z.array(z.string()),
  droneSn: z.array(z.string()),
});
export type FleetTableData = z.infer<typeof fleetTableData>;

export const taskEventKind = defineEnum("task_event_kind", {
  started: "任务开始",
  ended: "任务结束",
  flightStarted: "再次起飞",
  flightEnded: "本次飞行结束",
  phase: "阶段变化",
  link: "链路变化",
  photo: "拍照",
  rejected: "数据被拒",
  impossible: "阶段跳变异常",
  /** Height and speed show that it flies, its phase says that it is on the ground. */
  contradiction: "阶段与高度速度矛盾",
  /** Messages of the drone or its app, in its own words; in imported recordings. */
  message: "机载消息",
});

/** One event of a flight; `from` and `to` are values of the kind's own dictionary. */
export const taskEvent = z.object({
  taskId: f.id,
  droneSn: z.string(),
  kind: taskEventKind.schema,
  at: f.instant,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type TaskEvent = z.infer<typeof taskEvent>;

/** Data of message 5: starts and ends of all flights for subscribers of the fleet, all events of an opened task. */
export const taskEventsData = z.object({ events: z.array(taskEvent) });

/** Data of message 8: the client must reload the zone list. */
export const zoneChangedData = z.object({ ids: z.array(f.id) });
