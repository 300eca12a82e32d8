CREATE TABLE "orders" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"order_no" text NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"company_name_order" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"items" jsonb NOT NULL,
	"goods_names" text NOT NULL,
	"tax_lines" jsonb NOT NULL,
	"total_fen" bigint DEFAULT 0 NOT NULL,
	"discount_fen" bigint DEFAULT 0 NOT NULL,
	"payable_fen" bigint DEFAULT 0 NOT NULL,
	"ex_tax_fen" bigint DEFAULT 0 NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"pending_fen" bigint DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"contract_no" text DEFAULT '' NOT NULL,
	"contract_url" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	"pay_method" text NOT NULL,
	"created_by" "int8",
	"created_by_name" text DEFAULT '' NOT NULL,
	"submitted_by" "int8",
	"submitted_by_name" text DEFAULT '' NOT NULL,
	"auditor_id" "int8",
	"auditor_name" text DEFAULT '' NOT NULL,
	"audited_at" timestamp (3) with time zone,
	"audit_remark" text DEFAULT '' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"close_reason" text DEFAULT '' NOT NULL,
	"invoice_status" text DEFAULT 'none' NOT NULL,
	"channel_code_id" "int8",
	"channel_name" text DEFAULT '' NOT NULL,
	"channel_ratio" numeric(5, 2) DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"earned_fen" bigint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "orders_type_check" CHECK ("orders"."type" in ('new', 'renew', 'expand', 'trial')),
	CONSTRAINT "orders_status_check" CHECK ("orders"."status" in ('pending', 'auditing', 'paid', 'refunding', 'refunded', 'cancelled', 'finished')),
	CONSTRAINT "orders_pay_method_check" CHECK ("orders"."pay_method" in ('bank', 'alipay', 'wechat')),
	CONSTRAINT "orders_invoice_status_check" CHECK ("orders"."invoice_status" in ('none', 'applied', 'issued')),
	CONSTRAINT "orders_amounts_check" CHECK ("orders"."payable_fen" = "orders"."total_fen" - "orders"."discount_fen" and "orders"."discount_fen" between 0 and "orders"."total_fen"),
	CONSTRAINT "orders_paid_check" CHECK ("orders"."paid_fen" between 0 and "orders"."payable_fen" and "orders"."pending_fen" between 0 and "orders"."payable_fen" - "orders"."paid_fen"),
	CONSTRAINT "orders_refund_check" CHECK ("orders"."refund_fen" in (0, "orders"."paid_fen")),
	CONSTRAINT "orders_earned_check" CHECK ("orders"."earned_fen" between 0 and "orders"."commission_fen")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"order_id" "int8" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"by_id" "int8",
	"by_name" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"amount_fen" bigint,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_pays" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"order_id" "int8" NOT NULL,
	"pay_no" text NOT NULL,
	"method" text NOT NULL,
	"bank_name" text DEFAULT '' NOT NULL,
	"bank_serial_no" text DEFAULT '' NOT NULL,
	"amount_fen" bigint NOT NULL,
	"payer_name" text NOT NULL,
	"payer_differs" boolean DEFAULT false NOT NULL,
	"payer_verified" boolean DEFAULT false NOT NULL,
	"voucher_url" text DEFAULT '' NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"registered_by" "int8",
	"registered_by_name" text DEFAULT '' NOT NULL,
	"auditor_name" text DEFAULT '' NOT NULL,
	"audited_at" timestamp (3) with time zone,
	"audit_remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_pays_method_check" CHECK ("order_pays"."method" in ('bank', 'alipay', 'wechat')),
	CONSTRAINT "order_pays_status_check" CHECK ("order_pays"."status" in ('pending', 'confirmed', 'rejected', 'closed', 'refunded')),
	CONSTRAINT "order_pays_amount_check" CHECK ("order_pays"."amount_fen" > 0)
);
--> statement-breakpoint
CREATE TABLE "serial_numbers" (
	"key" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_grants" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"company_id" "int8" NOT NULL,
	"service_id" "int8" NOT NULL,
	"service_name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"order_id" "int8" NOT NULL,
	"order_no" text NOT NULL,
	"total" bigint NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"months" integer NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "service_grants_used_check" CHECK ("service_grants"."used" between 0 and "service_grants"."total"),
	CONSTRAINT "service_grants_span_check" CHECK ("service_grants"."expire_at" > "service_grants"."start_at")
);
--> statement-breakpoint
CREATE TABLE "service_notices" (
	"grant_id" "int8" NOT NULL,
	"days" integer NOT NULL,
	"company_id" "int8" NOT NULL,
	"service_name" text NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "service_notices_grant_id_days_pk" PRIMARY KEY("grant_id","days")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "confidential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_code_id_channel_codes_id_fk" FOREIGN KEY ("channel_code_id") REFERENCES "public"."channel_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pays" ADD CONSTRAINT "order_pays_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_grants" ADD CONSTRAINT "service_grants_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_grants" ADD CONSTRAINT "service_grants_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_grants" ADD CONSTRAINT "service_grants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_notices" ADD CONSTRAINT "service_notices_grant_id_service_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."service_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_notices" ADD CONSTRAINT "service_notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_no_key" ON "orders" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_trial_key" ON "orders" USING btree ("company_id") WHERE "orders"."type" = 'trial' and "orders"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_company" ON "orders" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_company_name_order" ON "orders" USING btree ("company_name_order","id");--> statement-breakpoint
CREATE INDEX "orders_payable" ON "orders" USING btree ("payable_fen","id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_fen","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at_desc" ON "orders" USING btree ("paid_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_type" ON "orders" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_pay_method" ON "orders" USING btree ("pay_method","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_invoice_status" ON "orders" USING btree ("invoice_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_channel" ON "orders" USING btree ("channel_code_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_pays_pay_no_key" ON "order_pays" USING btree ("pay_no");--> statement-breakpoint
CREATE UNIQUE INDEX "order_pays_bank_serial_no_key" ON "order_pays" USING btree ("bank_serial_no") WHERE "order_pays"."bank_serial_no" <> '' and "order_pays"."status" not in ('rejected', 'closed');--> statement-breakpoint
CREATE UNIQUE INDEX "order_pays_pending_key" ON "order_pays" USING btree ("order_id") WHERE "order_pays"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "order_pays_order" ON "order_pays" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "service_grants_company" ON "service_grants" USING btree ("company_id","expire_at","id");--> statement-breakpoint
CREATE INDEX "service_grants_order" ON "service_grants" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "service_grants_expire_at" ON "service_grants" USING btree ("expire_at") WHERE "service_grants"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "service_notices_unsent" ON "service_notices" USING btree ("sent_at","created_at");