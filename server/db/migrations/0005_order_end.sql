ALTER TABLE "orders" ADD COLUMN "end_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_end_at" ON "orders" USING btree ("end_at") WHERE "orders"."status" = 'paid';