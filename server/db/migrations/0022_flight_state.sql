ALTER TABLE "flights" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "last_source_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "clock_offset_ms" double precision;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "phase" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "has_taken_off" boolean;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "is_forced_landing" boolean;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "pct" double precision;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "expires_at" timestamp (3) with time zone;