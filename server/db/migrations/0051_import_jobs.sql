CREATE TABLE "import_jobs" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"company_id" "int8" NOT NULL,
	"drone_sn" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"import_hash" text NOT NULL,
	"status" text NOT NULL,
	"result" jsonb,
	"fail_reason" text DEFAULT '' NOT NULL,
	"staff_id" "int8" NOT NULL,
	"staff_name" text NOT NULL,
	"address" text NOT NULL,
	"req_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "import_jobs_status_check" CHECK ("import_jobs"."status" in ('waiting', 'running', 'done', 'failed', 'interrupted'))
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_jobs_staff_id_idx" ON "import_jobs" USING btree ("staff_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "import_jobs_pending_key" ON "import_jobs" USING btree ("company_id","import_hash") WHERE "import_jobs"."ended_at" is null;