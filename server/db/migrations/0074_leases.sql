CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" smallint,
	"epoch" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "consoles" jsonb DEFAULT '[]'::jsonb NOT NULL;