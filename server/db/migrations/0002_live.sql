CREATE TABLE "drones" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"sn" text NOT NULL,
	"model" text NOT NULL,
	"uav_class" text NOT NULL,
	"registration_no" text NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"hangar_id" "int8",
	"status" text NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	CONSTRAINT "drones_status_check" CHECK ("drones"."status" in ('online', 'offline', 'fault')),
	CONSTRAINT "drones_uav_class_check" CHECK ("drones"."uav_class" in ('micro', 'light', 'small', 'medium', 'large'))
);
--> statement-breakpoint
CREATE TABLE "hangars" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"sn" text NOT NULL,
	"model" text NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"altitude" double precision NOT NULL,
	"status" text NOT NULL,
	"cover" text NOT NULL,
	"drone_sn" text DEFAULT '' NOT NULL,
	"drone_battery" double precision,
	"wind_speed" double precision NOT NULL,
	"rainfall" double precision NOT NULL,
	"temperature" double precision NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	CONSTRAINT "hangars_status_check" CHECK ("hangars"."status" in ('idle', 'working', 'fault', 'offline', 'service')),
	CONSTRAINT "hangars_cover_check" CHECK ("hangars"."cover" in ('open', 'closed', 'fault'))
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"task_no" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"pilot_id" "int8",
	"pilot_name" text NOT NULL,
	"pilot_phone" text NOT NULL,
	"backup_phone" text DEFAULT '' NOT NULL,
	"drone_sn" text NOT NULL,
	"drone_model" text NOT NULL,
	"hangar_id" "int8",
	"hangar_name" text DEFAULT '' NOT NULL,
	"route" jsonb NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"airspace" text NOT NULL,
	"permit_no" text DEFAULT '' NOT NULL,
	"permit_from" timestamp (3) with time zone,
	"permit_to" timestamp (3) with time zone,
	"permit_ceiling" double precision,
	"uom_status" text NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"duration_s" integer,
	"distance_m" double precision,
	"max_height_m" double precision,
	"alarm_count" integer DEFAULT 0 NOT NULL,
	"photo_count" integer DEFAULT 0 NOT NULL,
	"video_count" integer DEFAULT 0 NOT NULL,
	"end_reason" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "tasks_status_check" CHECK ("tasks"."status" in ('planned', 'running', 'finished', 'partial', 'failed', 'aborted', 'cancelled')),
	CONSTRAINT "tasks_kind_check" CHECK ("tasks"."kind" in ('patrol', 'survey', 'security', 'logistics', 'rescue')),
	CONSTRAINT "tasks_airspace_check" CHECK ("tasks"."airspace" in ('suitable', 'controlled')),
	CONSTRAINT "tasks_uom_status_check" CHECK ("tasks"."uom_status" in ('reported', 'unreported', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "rejected_samples" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"task_id" "int8" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"sample" jsonb NOT NULL,
	CONSTRAINT "rejected_samples_reason_check" CHECK ("rejected_samples"."reason" in ('nullIsland', 'notFinite', 'outOfRange', 'older', 'future', 'jump', 'noTask'))
);
--> statement-breakpoint
CREATE TABLE "task_events" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"task_id" "int8" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"from_value" text,
	"to_value" text
);
--> statement-breakpoint
CREATE TABLE "task_tracks" (
	"task_id" "int8" NOT NULL,
	"t0" timestamp (3) with time zone NOT NULL,
	"samples" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "task_tracks_task_id_t0_pk" PRIMARY KEY("task_id","t0")
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"access_key_id" "int8" NOT NULL,
	"nonce" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "control_zones" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"shape" jsonb NOT NULL,
	"west" double precision NOT NULL,
	"south" double precision NOT NULL,
	"east" double precision NOT NULL,
	"north" double precision NOT NULL,
	"floor" double precision NOT NULL,
	"ceiling" double precision NOT NULL,
	"datum" text NOT NULL,
	"from_at" timestamp (3) with time zone,
	"to_at" timestamp (3) with time zone,
	"weekly" jsonb NOT NULL,
	"company_id" "int8",
	"company_name" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "control_zones_kind_check" CHECK ("control_zones"."kind" in ('noFly', 'limited', 'warning', 'fence', 'temporary')),
	CONSTRAINT "control_zones_datum_check" CHECK ("control_zones"."datum" in ('agl', 'amsl')),
	CONSTRAINT "control_zones_status_check" CHECK ("control_zones"."status" in ('active', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "drones" ADD CONSTRAINT "drones_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drones" ADD CONSTRAINT "drones_hangar_id_hangars_id_fk" FOREIGN KEY ("hangar_id") REFERENCES "public"."hangars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hangars" ADD CONSTRAINT "hangars_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_hangar_id_hangars_id_fk" FOREIGN KEY ("hangar_id") REFERENCES "public"."hangars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejected_samples" ADD CONSTRAINT "rejected_samples_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_events" ADD CONSTRAINT "task_events_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tracks" ADD CONSTRAINT "task_tracks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_zones" ADD CONSTRAINT "control_zones_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drones_sn_key" ON "drones" USING btree ("sn") WHERE "drones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drones_company" ON "drones" USING btree ("company_id") WHERE "drones"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "hangars_sn_key" ON "hangars" USING btree ("sn") WHERE "hangars"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "hangars_drone_sn_key" ON "hangars" USING btree ("drone_sn") WHERE "hangars"."deleted_at" is null and "hangars"."drone_sn" <> '';--> statement-breakpoint
CREATE INDEX "hangars_company" ON "hangars" USING btree ("company_id") WHERE "hangars"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_task_no_key" ON "tasks" USING btree ("task_no");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("status","planned_at") WHERE "tasks"."status" in ('planned', 'running');--> statement-breakpoint
CREATE INDEX "tasks_drone" ON "tasks" USING btree ("drone_sn","planned_at") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_company" ON "tasks" USING btree ("company_id","planned_at") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_created_at" ON "tasks" USING btree ("created_at","id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_ended_at" ON "tasks" USING btree ("ended_at","id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_search" ON "tasks" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rejected_samples_task" ON "rejected_samples" USING btree ("task_id","received_at");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("task_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "used_nonces_key" ON "used_nonces" USING btree ("access_key_id","nonce");--> statement-breakpoint
CREATE INDEX "used_nonces_at" ON "used_nonces" USING btree ("at");--> statement-breakpoint
CREATE INDEX "control_zones_created_at" ON "control_zones" USING btree ("created_at","id") WHERE "control_zones"."deleted_at" is null;