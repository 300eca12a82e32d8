CREATE TABLE "invoice_numbers" (
	"invoice_no" text NOT NULL,
	"invoice_id" "int8" NOT NULL,
	"red" boolean NOT NULL,
	CONSTRAINT "invoice_numbers_pkey" PRIMARY KEY("invoice_no")
);
--> statement-breakpoint
CREATE TABLE "invoice_orders" (
	"invoice_id" "int8" NOT NULL,
	"order_id" "int8" NOT NULL,
	CONSTRAINT "invoice_orders_pkey" PRIMARY KEY("invoice_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"company_name_order" text collate "C" NOT NULL,
	"title_type" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"email" text NOT NULL,
	"bank_account" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"ex_tax_fen" bigint NOT NULL,
	"tax_fen" bigint NOT NULL,
	"order_count" integer NOT NULL,
	"order_nos" text NOT NULL,
	"status" text DEFAULT 'applied' NOT NULL,
	"invoice_no" text DEFAULT '' NOT NULL,
	"issue_date" timestamp (3) with time zone,
	"file_url" text DEFAULT '' NOT NULL,
	"red_invoice_no" text DEFAULT '' NOT NULL,
	"red_issue_date" timestamp (3) with time zone,
	"red_file_url" text DEFAULT '' NOT NULL,
	"red_reason" text DEFAULT '' NOT NULL,
	"reject_reason" text DEFAULT '' NOT NULL,
	"applicant_id" "int8" NOT NULL,
	"applicant_name" text NOT NULL,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"handler_name" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "invoices_title_type_check" CHECK ("invoices"."title_type" in ('company', 'person')),
	CONSTRAINT "invoices_type_check" CHECK ("invoices"."type" in ('normal', 'special')),
	CONSTRAINT "invoices_status_check" CHECK ("invoices"."status" in ('applied', 'issued', 'rejected', 'cancelled', 'reversing', 'reversed')),
	CONSTRAINT "invoices_amounts_check" CHECK ("invoices"."amount_fen" = "invoices"."ex_tax_fen" + "invoices"."tax_fen" and "invoices"."amount_fen" > 0),
	CONSTRAINT "invoices_number_check" CHECK (("invoices"."invoice_no" <> '') = ("invoices"."status" in ('issued', 'reversing', 'reversed'))),
	CONSTRAINT "invoices_red_number_check" CHECK (("invoices"."red_invoice_no" <> '') = ("invoices"."status" = 'reversed')),
	CONSTRAINT "invoices_special_check" CHECK ("invoices"."type" = 'normal' or "invoices"."title_type" = 'company')
);
--> statement-breakpoint
ALTER TABLE "invoice_numbers" ADD CONSTRAINT "invoice_numbers_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_orders" ADD CONSTRAINT "invoice_orders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_orders" ADD CONSTRAINT "invoice_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_orders_order" ON "invoice_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "invoices_created_at" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_applied_at" ON "invoices" USING btree ("applied_at","id");--> statement-breakpoint
CREATE INDEX "invoices_issue_date" ON "invoices" USING btree ("issue_date","id");--> statement-breakpoint
CREATE INDEX "invoices_issue_date_desc" ON "invoices" USING btree ("issue_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("amount_fen","id");--> statement-breakpoint
CREATE INDEX "invoices_company_name_order" ON "invoices" USING btree ("company_name_order","id");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_type" ON "invoices" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_company" ON "invoices" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search" gin_trgm_ops);