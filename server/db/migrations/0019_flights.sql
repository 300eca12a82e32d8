CREATE TABLE "flights" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"task_id" "int8" NOT NULL,
	"company_id" "int8" NOT NULL,
	"drone_sn" text NOT NULL,
	"source" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text DEFAULT '' NOT NULL,
	"duration_s" integer,
	"distance_m" double precision,
	"max_height_m" double precision,
	"photo_count" integer DEFAULT 0 NOT NULL,
	"takeoff_lng" double precision,
	"takeoff_lat" double precision,
	"landing_lng" double precision,
	"landing_lat" double precision
);
--> statement-breakpoint
CREATE TABLE "platform_events" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_kind_check";--> statement-breakpoint
ALTER TABLE "rejected_samples" DROP CONSTRAINT "rejected_samples_reason_check";--> statement-breakpoint
ALTER TABLE "drones" ALTER COLUMN "lng" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drones" ALTER COLUMN "lat" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "lng" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "lat" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "airspace" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "planned_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "attached_to" "int8";--> statement-breakpoint
ALTER TABLE "rejected_samples" ADD COLUMN "field" text;--> statement-breakpoint
-- Until now each task was one flight: its flight takes its id, so that stored tracks keep their key.
INSERT INTO "flights" ("id", "task_id", "company_id", "drone_sn", "source", "started_at", "ended_at", "end_reason", "duration_s", "distance_m", "max_height_m", "photo_count")
SELECT "id", "id", "company_id", "drone_sn", "source", coalesce("started_at", "created_at"),
  CASE WHEN "status" = 'running' AND "newest" THEN NULL ELSE coalesce("ended_at", "updated_at") END,
  "end_reason", "duration_s", "distance_m", "max_height_m", "photo_count"
FROM (
  SELECT *, row_number() OVER (PARTITION BY "drone_sn", "status" ORDER BY "started_at" DESC NULLS LAST, "id" DESC) = 1 AS "newest"
  FROM "tasks"
  WHERE "started_at" IS NOT NULL OR EXISTS (SELECT 1 FROM "task_tracks" WHERE "task_tracks"."task_id" = "tasks"."id")
) AS "flown";--> statement-breakpoint
ALTER TABLE "task_tracks" DROP CONSTRAINT "task_tracks_task_id_tasks_id_fk";--> statement-breakpoint
ALTER TABLE "task_tracks" RENAME TO "flight_tracks";--> statement-breakpoint
ALTER TABLE "flight_tracks" RENAME COLUMN "task_id" TO "flight_id";--> statement-breakpoint
ALTER TABLE "flight_tracks" RENAME CONSTRAINT "task_tracks_task_id_t0_pk" TO "flight_tracks_flight_id_t0_pk";--> statement-breakpoint
ALTER TABLE "flight_tracks" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flight_tracks" ADD CONSTRAINT "flight_tracks_flight_id_flights_id_fk" FOREIGN KEY ("flight_id") REFERENCES "public"."flights"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flights_task" ON "flights" USING btree ("task_id","started_at");--> statement-breakpoint
CREATE INDEX "flights_drone" ON "flights" USING btree ("drone_sn","started_at");--> statement-breakpoint
CREATE INDEX "flights_open" ON "flights" USING btree ("drone_sn") WHERE "flights"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "platform_events_at" ON "platform_events" USING btree ("at");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind_check" CHECK ("tasks"."kind" in ('patrol', 'survey', 'security', 'logistics', 'rescue', 'other'));--> statement-breakpoint
ALTER TABLE "rejected_samples" ADD CONSTRAINT "rejected_samples_reason_check" CHECK ("rejected_samples"."reason" in ('nullIsland', 'notFinite', 'outOfRange', 'older', 'future', 'jump', 'noTask', 'degrees', 'clock', 'otherPlace', 'unregistered', 'companyFrozen', 'noRoom'));