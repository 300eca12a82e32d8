ALTER TABLE "screens" ADD COLUMN "scope" jsonb DEFAULT '{"by":"all","items":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "audience" text DEFAULT 'staff' NOT NULL;--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_audience_check" CHECK ("screens"."audience" in ('staff', 'visitors'));