ALTER TABLE "sms_declines" ADD COLUMN "id" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_declines" ADD COLUMN "staff_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_declines" ADD CONSTRAINT "sms_declines_id_key" UNIQUE("id");