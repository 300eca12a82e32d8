CREATE TABLE "departments" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL
);
--> statement-breakpoint
DROP INDEX "companies_manager";--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "scope_key" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "department_id" "int8";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "data_scope" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name_key" ON "departments" USING btree ("name") WHERE "departments"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_department" ON "staff" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "companies_manager" ON "companies" USING btree ("manager_id");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_data_scope_check" CHECK ("staff"."data_scope" in ('all', 'department', 'own'));