CREATE TABLE "sms_messages" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"phone" text collate "C" NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"template_code" text DEFAULT '' NOT NULL,
	"template_name" text DEFAULT '' NOT NULL,
	"signature" text NOT NULL,
	"content" text NOT NULL,
	"secret" text DEFAULT '' NOT NULL,
	"parts" integer NOT NULL,
	"batch_id" "int8",
	"sender_name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"fail_reason" text DEFAULT '' NOT NULL,
	"urgency" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"gateway_id" text DEFAULT '' NOT NULL,
	"report_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	CONSTRAINT "sms_messages_type_check" CHECK ("sms_messages"."type" in ('verify', 'notice', 'marketing')),
	CONSTRAINT "sms_messages_status_check" CHECK ("sms_messages"."status" in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "sms_batches" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"type" text NOT NULL,
	"template_name" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"parts" integer NOT NULL,
	"total" integer NOT NULL,
	"status" text DEFAULT 'sending' NOT NULL,
	"sender_name" text NOT NULL,
	"session_id" "int8",
	"not_before" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "sms_batches_type_check" CHECK ("sms_batches"."type" in ('verify', 'notice', 'marketing')),
	CONSTRAINT "sms_batches_status_check" CHECK ("sms_batches"."status" in ('sending', 'finished', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "sms_declines" (
	"phone" text collate "C" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_templates" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"code" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"signature" text NOT NULL,
	"text" text NOT NULL,
	"approved" boolean DEFAULT false NOT NULL,
	"standard" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sms_templates_type_check" CHECK ("sms_templates"."type" in ('verify', 'notice', 'marketing'))
);
--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_batch_id_sms_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."sms_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_batch_phone_key" ON "sms_messages" USING btree ("batch_id","phone");--> statement-breakpoint
CREATE INDEX "sms_messages_created_at" ON "sms_messages" USING btree ("created_at","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_sent_at" ON "sms_messages" USING btree ("sent_at","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_sent_at_desc" ON "sms_messages" USING btree ("sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_delivered_at" ON "sms_messages" USING btree ("delivered_at","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_delivered_at_desc" ON "sms_messages" USING btree ("delivered_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_parts" ON "sms_messages" USING btree ("parts","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_status" ON "sms_messages" USING btree ("status","created_at","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_type" ON "sms_messages" USING btree ("type","created_at","id") WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_batch" ON "sms_messages" USING btree ("batch_id","status");--> statement-breakpoint
CREATE INDEX "sms_messages_phone" ON "sms_messages" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "sms_messages_queue" ON "sms_messages" USING btree ("urgency","not_before","id") WHERE "sms_messages"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "sms_messages_claimed" ON "sms_messages" USING btree ("claimed_at") WHERE "sms_messages"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "sms_messages_report" ON "sms_messages" USING btree ("report_at") WHERE "sms_messages"."status" in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "sms_messages_search" ON "sms_messages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sms_batches_status" ON "sms_batches" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_templates_code_key" ON "sms_templates" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_templates_standard_key" ON "sms_templates" USING btree ("type") WHERE "sms_templates"."standard" = true;