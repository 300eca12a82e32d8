CREATE TABLE "export_files" (
	"job_id" "int8" NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_files_job_id_piece_pk" PRIMARY KEY("job_id","piece")
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "export_files" ADD CONSTRAINT "export_files_job_id_export_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."export_jobs"("id") ON DELETE cascade ON UPDATE no action;