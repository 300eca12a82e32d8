CREATE TABLE "sheet_import_rows" (
	"import_id" "int8" NOT NULL,
	"row" integer NOT NULL,
	"title" text NOT NULL,
	"faults" jsonb NOT NULL,
	"record_id" "int8",
	"undone_at" timestamp (3) with time zone,
	"kept" text DEFAULT '' NOT NULL,
	CONSTRAINT "sheet_import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "sheet_imports" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"mode" text,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"fail_reason" text DEFAULT '' NOT NULL,
	"staff_id" "int8" NOT NULL,
	"staff_name" text NOT NULL,
	"address" text NOT NULL,
	"req_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sheet_imports_kind_check" CHECK ("sheet_imports"."kind" in ('company', 'user', 'box', 'drone', 'hangar')),
	CONSTRAINT "sheet_imports_mode_check" CHECK ("sheet_imports"."mode" in ('all', 'valid')),
	CONSTRAINT "sheet_imports_status_check" CHECK ("sheet_imports"."status" in ('waiting', 'checking', 'running', 'done', 'failed', 'interrupted', 'undoing'))
);
--> statement-breakpoint
ALTER TABLE "sheet_import_rows" ADD CONSTRAINT "sheet_import_rows_import_id_sheet_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."sheet_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_imports_staff" ON "sheet_imports" USING btree ("staff_id","id");