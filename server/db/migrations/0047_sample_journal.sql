CREATE TABLE "sample_journal" (
	"n" bigint PRIMARY KEY NOT NULL,
	"flights" jsonb NOT NULL,
	"samples" integer NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flight_tracks" ADD COLUMN "journal_to" bigint;