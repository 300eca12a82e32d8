CREATE TABLE "mails" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"fail_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"staff_id" "int8" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"sms_kinds" text[] DEFAULT '{}' NOT NULL,
	"mail_kinds" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mails_queue" ON "mails" USING btree ("not_before","id") WHERE "mails"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_sending" ON "mails" USING btree ("id") WHERE "mails"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "mails_staff" ON "mails" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "mails_at" ON "mails" USING btree ("at");