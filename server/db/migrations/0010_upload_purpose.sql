DO $$
DECLARE twins text;
BEGIN
	SELECT string_agg("pay_no", ', ') INTO twins FROM "order_pays" WHERE upper("bank_serial_no") IN (
		SELECT upper("bank_serial_no") FROM "order_pays"
		WHERE "bank_serial_no" <> '' AND "status" NOT IN ('rejected', 'closed')
		GROUP BY upper("bank_serial_no") HAVING count(*) > 1
	) AND "status" NOT IN ('rejected', 'closed');
	IF twins IS NOT NULL THEN
		RAISE EXCEPTION 'The payments % have bank serial numbers that differ in case alone: reject or withdraw all but one, then start again', twins;
	END IF;
END $$;--> statement-breakpoint
DROP INDEX "order_pays_bank_serial_no_key";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose" text;--> statement-breakpoint
UPDATE "uploads" SET "purpose" = CASE
	WHEN NOT "confidential" THEN 'picture'
	WHEN "content_type" IN ('application/ofd', 'application/xml') THEN 'invoice'
	WHEN '/uploads/' || "id" IN (SELECT "file_url" FROM "invoices" UNION SELECT "red_file_url" FROM "invoices") THEN 'invoice'
	ELSE 'payment'
END;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "purpose" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "order_pays_bank_serial_no_key" ON "order_pays" USING btree (upper("bank_serial_no")) WHERE "order_pays"."bank_serial_no" <> '' and "order_pays"."status" not in ('rejected', 'closed');--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "confidential";--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose_check" CHECK ("uploads"."purpose" in ('picture', 'payment', 'invoice'));
