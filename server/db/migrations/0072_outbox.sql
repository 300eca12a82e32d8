CREATE TABLE "outbox" (
	"n" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"topic" text NOT NULL,
	"message" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_xid" ON "outbox" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "outbox_at" ON "outbox" USING btree ("at");