CREATE TABLE "boxes" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"mac" text collate "C" NOT NULL,
	"sn" text collate "C" NOT NULL,
	"model" text NOT NULL,
	"company_id" "int8",
	"company_name" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'offline' NOT NULL,
	"firmware" text DEFAULT '' NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"last_seen_at" timestamp (3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "boxes_status_check" CHECK ("boxes"."status" in ('online', 'offline', 'fault')),
	CONSTRAINT "boxes_place_check" CHECK (("boxes"."lng" is null) = ("boxes"."lat" is null))
);
--> statement-breakpoint
CREATE TABLE "device_owners" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"device_id" "int8" NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	"bound_by" text DEFAULT '' NOT NULL,
	"unbound_at" timestamp (3) with time zone,
	"unbound_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plus_modules" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"box_id" "int8" NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sn" text collate "C" NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	CONSTRAINT "plus_modules_kind_check" CHECK ("plus_modules"."kind" in ('4g', 'rtk', 'speaker', 'light', 'gas', 'camera')),
	CONSTRAINT "plus_modules_status_check" CHECK ("plus_modules"."status" in ('normal', 'fault', 'off'))
);
--> statement-breakpoint
ALTER TABLE "drones" ADD COLUMN "box_id" "int8";--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_owners" ADD CONSTRAINT "device_owners_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plus_modules" ADD CONSTRAINT "plus_modules_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "boxes_mac_key" ON "boxes" USING btree ("mac") WHERE "boxes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "boxes_sn_key" ON "boxes" USING btree ("sn") WHERE "boxes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "boxes_company" ON "boxes" USING btree ("company_id") WHERE "boxes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "boxes_created_at" ON "boxes" USING btree ("created_at","id") WHERE "boxes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "device_owners_device" ON "device_owners" USING btree ("device_id","bound_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_owners_present_key" ON "device_owners" USING btree ("device_id") WHERE "device_owners"."unbound_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "plus_modules_sn_key" ON "plus_modules" USING btree ("sn") WHERE "plus_modules"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "plus_modules_box" ON "plus_modules" USING btree ("box_id") WHERE "plus_modules"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "drones" ADD CONSTRAINT "drones_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drones_box" ON "drones" USING btree ("box_id") WHERE "drones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "hangars_created_at" ON "hangars" USING btree ("created_at","id") WHERE "hangars"."deleted_at" is null;