CREATE TABLE "export_jobs" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"export_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"conditions" text NOT NULL,
	"status" text NOT NULL,
	"expected_rows" integer NOT NULL,
	"written_rows" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"fail_reason" text DEFAULT '' NOT NULL,
	"reveal_reason" text DEFAULT '' NOT NULL,
	"staff_id" "int8" NOT NULL,
	"staff_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"kept_until" timestamp (3) with time zone,
	CONSTRAINT "export_jobs_kind_check" CHECK ("export_jobs"."kind" in ('companyExport', 'orderExport', 'invoiceExport', 'auditExport')),
	CONSTRAINT "export_jobs_status_check" CHECK ("export_jobs"."status" in ('running', 'done', 'failed', 'cancelled', 'cut', 'expired'))
);
--> statement-breakpoint
CREATE INDEX "export_jobs_staff_id_idx" ON "export_jobs" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "export_jobs_status_idx" ON "export_jobs" USING btree ("status","ended_at");