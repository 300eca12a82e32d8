CREATE TABLE "screens" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"layout" text NOT NULL,
	"token_hash" text NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"reload_asked_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"painted_at" timestamp (3) with time zone,
	"data_at" timestamp (3) with time zone,
	"build" text,
	"frame_rate" real,
	"heap_bytes" bigint,
	CONSTRAINT "screens_layout_check" CHECK ("screens"."layout" in ('map', 'tasks', 'alarms', 'overview', 'video4', 'video9'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "screens_token_hash_key" ON "screens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "screens_name_key" ON "screens" USING btree ("name") WHERE "screens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "screens_created_at" ON "screens" USING btree ("created_at","id");