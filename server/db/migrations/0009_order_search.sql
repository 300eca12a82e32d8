DROP INDEX "orders_created_at";--> statement-breakpoint
DROP INDEX "orders_paid_at";--> statement-breakpoint
DROP INDEX "orders_totals";--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","id","created_at");--> statement-breakpoint
CREATE INDEX "orders_totals" ON "orders" USING btree ("status","payable_fen","paid_fen","type","pay_method","invoice_status","channel_code_id","company_id","created_at","paid_at","created_by","submitted_by","search");