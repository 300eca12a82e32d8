CREATE TABLE "sms_recipient_lists" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"file_name" text NOT NULL,
	"user_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sms_recipient_lists_staff" ON "sms_recipient_lists" USING btree ("staff_id","created_at");