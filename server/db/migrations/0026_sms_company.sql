ALTER TABLE "sms_messages" ADD COLUMN "company_id" "int8";--> statement-breakpoint
-- Company names are unique; a company renamed since stays without a link.
UPDATE "sms_messages" SET "company_id" = "companies"."id" FROM "companies"
WHERE "companies"."name" = "sms_messages"."company_name" AND "companies"."deleted_at" IS NULL;
