CREATE TABLE "services" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"code" text collate "C" NOT NULL,
	"parent_id" "int8",
	"level" integer NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"tax_rate" text NOT NULL,
	"tax_code" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'offShelf' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "services_kind_check" CHECK ("services"."kind" in ('flight', 'storage', 'algorithm', 'device', 'support')),
	CONSTRAINT "services_status_check" CHECK ("services"."status" in ('onShelf', 'offShelf')),
	CONSTRAINT "services_tax_rate_check" CHECK ("services"."tax_rate" in ('0', '1', '3', '6', '9', '13')),
	CONSTRAINT "services_level_check" CHECK ("services"."level" between 1 and 3),
	CONSTRAINT "services_price_check" CHECK ("services"."price_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"code" text collate "C" NOT NULL,
	"cover" text DEFAULT '' NOT NULL,
	"months" integer NOT NULL,
	"origin_price_fen" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'offSale' NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "goods_status_check" CHECK ("goods"."status" in ('onSale', 'offSale')),
	CONSTRAINT "goods_months_check" CHECK ("goods"."months" between 1 and 60),
	CONSTRAINT "goods_price_check" CHECK ("goods"."price_fen" between 0 and "goods"."origin_price_fen")
);
--> statement-breakpoint
CREATE TABLE "goods_items" (
	"goods_id" "int8" NOT NULL,
	"service_id" "int8" NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "goods_items_goods_id_service_id_pk" PRIMARY KEY("goods_id","service_id"),
	CONSTRAINT "goods_items_quantity_check" CHECK ("goods_items"."quantity" between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_parent_id_services_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_items" ADD CONSTRAINT "goods_items_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_items" ADD CONSTRAINT "goods_items_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "services_code_key" ON "services" USING btree (lower("code")) WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "services_created_at" ON "services" USING btree ("created_at","id") WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "services_parent" ON "services" USING btree ("parent_id") WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "goods_code_key" ON "goods" USING btree (lower("code")) WHERE "goods"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "goods_created_at" ON "goods" USING btree ("created_at","id") WHERE "goods"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "goods_items_service" ON "goods_items" USING btree ("service_id");