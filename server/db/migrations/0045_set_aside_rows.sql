CREATE TABLE "set_aside_rows" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"queue" text NOT NULL,
	"reason" text NOT NULL,
	"row" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "set_aside_rows_at" ON "set_aside_rows" USING btree ("at");