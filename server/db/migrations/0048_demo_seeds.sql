CREATE TABLE "demo_seeds" (
	"started_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone
);
