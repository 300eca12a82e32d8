ALTER TABLE "invoices" ADD COLUMN "red_invoice_nos" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "invoices" AS i SET "red_invoice_nos" = r.numbers, "search" = i."search" || chr(31) || lower(r.numbers)
FROM (
	SELECT "invoice_id", string_agg("red_invoice_no", '、' ORDER BY "id") AS numbers
	FROM "invoice_reds" WHERE "red_invoice_no" <> '' GROUP BY "invoice_id"
) AS r
WHERE r."invoice_id" = i."id";
