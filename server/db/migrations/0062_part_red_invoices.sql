CREATE TABLE "invoice_reds" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"invoice_id" "int8" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"ex_tax_fen" bigint NOT NULL,
	"tax_fen" bigint NOT NULL,
	"reason" text NOT NULL,
	"red_invoice_no" text DEFAULT '' NOT NULL,
	"issue_date" timestamp (3) with time zone,
	"file_url" text DEFAULT '' NOT NULL,
	CONSTRAINT "invoice_reds_amounts_check" CHECK ("invoice_reds"."amount_fen" = "invoice_reds"."ex_tax_fen" + "invoice_reds"."tax_fen" and "invoice_reds"."amount_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_red_number_check";--> statement-breakpoint
ALTER TABLE "invoice_orders" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "red_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "red_ask_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoiced_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_reds" ADD CONSTRAINT "invoice_reds_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_reds_invoice" ON "invoice_reds" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_reds_pending_key" ON "invoice_reds" USING btree ("invoice_id") WHERE "invoice_reds"."red_invoice_no" = '';--> statement-breakpoint
-- Until now a red invoice took back the whole. Its own time is not known.
UPDATE "invoices" SET "red_fen" = "amount_fen" WHERE "status" = 'reversed';--> statement-breakpoint
UPDATE "invoices" SET "red_ask_fen" = "amount_fen" WHERE "status" = 'reversing';--> statement-breakpoint
INSERT INTO "invoice_reds" ("id", "invoice_id", "created_at", "lines", "amount_fen", "ex_tax_fen", "tax_fen", "reason",
	"red_invoice_no", "issue_date", "file_url")
SELECT "id", "id", "updated_at", "lines", "amount_fen", "ex_tax_fen", "tax_fen", "red_reason", "red_invoice_no",
	"red_issue_date", "red_file_url"
FROM "invoices" WHERE "status" IN ('reversing', 'reversed');--> statement-breakpoint
-- An order's tax lines less what was refunded, in proportion, as the application took them: cumulative shares, rounded.
UPDATE "invoice_orders" io SET "lines" = (
	SELECT jsonb_agg(jsonb_set(share.line, '{amountFen}', to_jsonb(share.until - share.before)) ORDER BY share.place)
	FROM (
		SELECT line, place, until, lag(until, 1, 0::numeric) OVER (ORDER BY place) AS before
		FROM (
			SELECT line, place, round((o."payable_fen" - o."refund_fen")::numeric
				* sum((line->>'amountFen')::numeric) OVER (ORDER BY place)
				/ greatest(sum((line->>'amountFen')::numeric) OVER (), 1)) AS until
			FROM jsonb_array_elements(o."tax_lines") WITH ORDINALITY AS element (line, place)
		) cumulative
	) share
)
FROM "invoices" i, "orders" o
WHERE i."id" = io."invoice_id" AND o."id" = io."order_id" AND i."status" IN ('applied', 'issued', 'reversing')
	AND jsonb_array_length(o."tax_lines") > 0;--> statement-breakpoint
UPDATE "orders" SET "invoiced_fen" = invoiced."fen"
FROM (
	SELECT io."order_id", sum((line->>'amountFen')::bigint) AS "fen"
	FROM "invoice_orders" io
	CROSS JOIN jsonb_array_elements(io."lines") line
	GROUP BY io."order_id"
) invoiced
WHERE invoiced."order_id" = "orders"."id";--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_red_check" CHECK ("invoices"."red_fen" >= 0 and "invoices"."red_ask_fen" >= 0 and "invoices"."red_fen" + "invoices"."red_ask_fen" <= "invoices"."amount_fen" and ("invoices"."red_ask_fen" > 0) = ("invoices"."status" = 'reversing') and ("invoices"."red_fen" = "invoices"."amount_fen") = ("invoices"."status" = 'reversed'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_red_number_check" CHECK (("invoices"."red_invoice_no" <> '') = ("invoices"."red_fen" > 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoiced_check" CHECK ("orders"."invoiced_fen" between 0 and "orders"."payable_fen");