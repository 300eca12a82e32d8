CREATE TABLE "import_files" (
	"job_id" "int8" NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_files_job_id_piece_pk" PRIMARY KEY("job_id","piece")
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "is_preview_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_job_id_import_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."import_jobs"("id") ON DELETE cascade ON UPDATE no action;