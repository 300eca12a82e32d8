import type { tasks } from "../../db/schema/task.ts";

export type TaskRecord = typeof tasks.$inferSelect;

/** What the live part of the server keeps of an open task. */
export type OpenTask = Pick<TaskRecord, "id" | "taskNo" | "droneSn" | "companyId" | "status" | "startedAt">;
