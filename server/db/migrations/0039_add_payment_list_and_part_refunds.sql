CREATE TABLE "invoice_profiles" (
	"company_id" "int8" PRIMARY KEY NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"bank_account" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_jobs" DROP CONSTRAINT "export_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_refund_check";--> statement-breakpoint
DROP INDEX "orders_totals";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "refunded_at" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_ask_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_payee" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_bank" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_voucher_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_pays" ADD COLUMN "order_no" text;--> statement-breakpoint
ALTER TABLE "order_pays" ADD COLUMN "company_id" "int8";--> statement-breakpoint
ALTER TABLE "order_pays" ADD COLUMN "company_name" text;--> statement-breakpoint
UPDATE "order_pays" p SET "order_no" = o."order_no", "company_id" = o."company_id", "company_name" = o."company_name" FROM "orders" o WHERE o."id" = p."order_id";--> statement-breakpoint
ALTER TABLE "order_pays" ALTER COLUMN "order_no" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_pays" ALTER COLUMN "company_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_pays" ALTER COLUMN "company_name" SET NOT NULL;--> statement-breakpoint
-- Refunds were of all that was paid.
UPDATE "orders" SET "refund_ask_fen" = "paid_fen" WHERE "status" = 'refunding';--> statement-breakpoint
-- What a company was last invoiced with.
INSERT INTO "invoice_profiles" ("company_id", "updated_at", "type", "title", "tax_no", "email", "bank_account", "address")
	SELECT DISTINCT ON ("company_id") "company_id", "applied_at", "type", "title", "tax_no", "email", "bank_account", "address"
	FROM "invoices" WHERE "title_type" = 'company' ORDER BY "company_id", "applied_at" DESC, "id" DESC;--> statement-breakpoint
ALTER TABLE "invoice_profiles" ADD CONSTRAINT "invoice_profiles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pays" ADD CONSTRAINT "order_pays_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_pays_paid_at" ON "order_pays" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "order_pays_amount" ON "order_pays" USING btree ("amount_fen","id");--> statement-breakpoint
CREATE INDEX "order_pays_status" ON "order_pays" USING btree ("status","paid_at","id");--> statement-breakpoint
CREATE INDEX "order_pays_company" ON "order_pays" USING btree ("company_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_totals" ON "orders" USING btree ("status","payable_fen","paid_fen","refund_fen","type","pay_method","invoice_status","channel_code_id","company_id","created_at","paid_at","created_by","submitted_by","search");--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_kind_check" CHECK ("export_jobs"."kind" in ('companyExport', 'orderExport', 'invoiceExport', 'orderPayExport', 'taskHistoryExport', 'dutyLogExport', 'alarmExport', 'zoneExport', 'auditExport'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_ask_check" CHECK ("orders"."refund_ask_fen" between 0 and "orders"."paid_fen" - "orders"."refund_fen");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_check" CHECK ("orders"."refund_fen" between 0 and "orders"."paid_fen" and ("orders"."status" <> 'refunded' or "orders"."refund_fen" = "orders"."paid_fen"));