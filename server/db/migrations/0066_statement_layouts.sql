CREATE TABLE "statement_layouts" (
	"shape" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"description" text NOT NULL,
	"staff_name" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
