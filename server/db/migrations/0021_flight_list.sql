ALTER TABLE "export_jobs" DROP CONSTRAINT "export_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "flights" ALTER COLUMN "takeoff_region_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "takeoff_region_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "flight_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "task_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "task_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "task_kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "task_status" text DEFAULT 'running' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "company_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "drone_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "pilot_id" "int8";--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "pilot_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Copies of the task, as `copyTasksToFlights` writes them. The end of a task is that of its last flight.
UPDATE "flights" SET "flight_no" = "numbered"."flight_no", "task_no" = "tasks"."task_no", "task_name" = "tasks"."name",
  "task_kind" = "tasks"."kind", "task_status" = "tasks"."status", "company_name" = "tasks"."company_name",
  "drone_model" = "tasks"."drone_model", "pilot_id" = "tasks"."pilot_id", "pilot_name" = "tasks"."pilot_name",
  "end_reason" = CASE WHEN "flights"."end_reason" = '' AND "numbered"."is_last" THEN "tasks"."end_reason" ELSE "flights"."end_reason" END,
  "search" = lower("numbered"."flight_no") || chr(31) || lower("tasks"."name") || chr(31) || lower("tasks"."company_name")
    || chr(31) || lower("tasks"."pilot_name") || chr(31) || lower("flights"."drone_sn")
FROM "tasks", (
  SELECT "flights"."id",
    "tasks"."task_no" || CASE WHEN count(*) OVER "of_task" > 1 THEN '-' || row_number() OVER "in_order" ELSE '' END AS "flight_no",
    row_number() OVER "in_order" = count(*) OVER "of_task" AS "is_last"
  FROM "flights" JOIN "tasks" ON "tasks"."id" = "flights"."task_id"
  WINDOW "of_task" AS (PARTITION BY "flights"."task_id"), "in_order" AS (PARTITION BY "flights"."task_id" ORDER BY "flights"."started_at", "flights"."id")
) AS "numbered"
WHERE "tasks"."id" = "flights"."task_id" AND "numbered"."id" = "flights"."id";--> statement-breakpoint
CREATE INDEX "flights_started_at" ON "flights" USING btree ("started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_company" ON "flights" USING btree ("company_id","started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_pilot" ON "flights" USING btree ("pilot_id","started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_region" ON "flights" USING btree ("takeoff_region_id","started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_status" ON "flights" USING btree ("task_status","started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_kind" ON "flights" USING btree ("task_kind","started_at","id","duration_s","distance_m") WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_with_video" ON "flights" USING btree ("started_at","id","duration_s","distance_m") WHERE ("flights"."ended_at" is not null and "flights"."video_count" > 0);--> statement-breakpoint
CREATE INDEX "flights_duration" ON "flights" USING btree ("duration_s" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_distance" ON "flights" USING btree ("distance_m" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_height" ON "flights" USING btree ("max_height_m" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "flights"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "flights_search" ON "flights" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "flights_without_region" ON "flights" USING btree ("id") WHERE ("flights"."takeoff_region_id" is null and "flights"."takeoff_lng" is not null);--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_kind_check" CHECK ("export_jobs"."kind" in ('companyExport', 'orderExport', 'invoiceExport', 'taskHistoryExport', 'auditExport'));