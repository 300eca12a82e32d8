import type { tasks } from "../../db/schema/task.ts";

export type TaskRecord = typeof tasks.$inferSelect;

/** The fields of a task that an open flight needs. */
export type OpenTask = Pick<TaskRecord, "id" | "taskNo" | "droneSn" | "companyId" | "status" | "startedAt">;
