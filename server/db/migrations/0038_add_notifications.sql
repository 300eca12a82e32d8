CREATE TABLE "notifications" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"record_id" "int8",
	"read_at" timestamp (3) with time zone,
	"once_key" text,
	CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('orderApproved', 'orderRejected', 'orderRefunded', 'refundRejected', 'invoiceIssued', 'invoiceRejected', 'exportReady', 'exportFailed', 'companiesExpiring', 'deviceLost', 'signedInElsewhere'))
);
--> statement-breakpoint
CREATE INDEX "notifications_staff_id_idx" ON "notifications" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("staff_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_at_idx" ON "notifications" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once_key" ON "notifications" USING btree ("staff_id","kind","once_key");