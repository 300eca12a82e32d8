CREATE TABLE "flight_videos" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"task_id" "int8" NOT NULL,
	"flight_id" "int8" NOT NULL,
	"name" text NOT NULL,
	"lens" text NOT NULL,
	"location" text NOT NULL,
	"cover" text DEFAULT '' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_s" double precision NOT NULL,
	"bytes" "int8" NOT NULL,
	"offset_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "flight_videos_lens_check" CHECK ("flight_videos"."lens" in ('wide', 'zoom', 'ir'))
);
--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "takeoff_region_id" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "video_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "import_hash" text;--> statement-breakpoint
ALTER TABLE "flight_videos" ADD CONSTRAINT "flight_videos_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_videos" ADD CONSTRAINT "flight_videos_flight_id_flights_id_fk" FOREIGN KEY ("flight_id") REFERENCES "public"."flights"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flight_videos_flight" ON "flight_videos" USING btree ("flight_id","started_at");--> statement-breakpoint
CREATE INDEX "flight_videos_task" ON "flight_videos" USING btree ("task_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "flights_import_hash_key" ON "flights" USING btree ("company_id","import_hash") WHERE "flights"."import_hash" is not null;