CREATE TABLE "recovery_codes" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_step" integer;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_codes_staff_id_idx" ON "recovery_codes" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('orderApproved', 'orderRejected', 'orderRefunded', 'refundRejected', 'invoiceIssued', 'invoiceRejected', 'exportReady', 'exportFailed', 'companiesExpiring', 'deviceLost', 'signedInElsewhere', 'secondFactorReset'));