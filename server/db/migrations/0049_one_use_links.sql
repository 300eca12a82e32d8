ALTER TABLE "screens" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "link_made_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "opened_from" text;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "opening_hash" text;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "screens" ADD COLUMN "refused_from" text;--> statement-breakpoint
CREATE UNIQUE INDEX "screens_link_hash_key" ON "screens" USING btree ("link_hash");