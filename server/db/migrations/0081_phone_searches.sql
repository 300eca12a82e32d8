CREATE TABLE "phone_searches" (
	"staff_id" "int8" NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_in" text[] NOT NULL,
	CONSTRAINT "phone_searches_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
--> statement-breakpoint
DROP INDEX "outbox_at";