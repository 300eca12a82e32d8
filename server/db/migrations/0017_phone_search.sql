CREATE INDEX "companies_phone_last_four" ON "companies" USING btree (right("phone", 4)) WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_emergency_phone_last_four" ON "companies" USING btree (right("emergency_phone", 4)) WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_account_phone_last_four" ON "companies" USING btree (right("account_phone", 4)) WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_messages_phone_last_four" ON "sms_messages" USING btree (right("phone", 4)) WHERE "sms_messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_declines_phone_last_four" ON "sms_declines" USING btree (right("phone", 4));--> statement-breakpoint
CREATE INDEX "users_phone_last_four" ON "users" USING btree (right("phone_number", 4)) WHERE "users"."deleted_at" is null;--> statement-breakpoint
-- Search texts held phones: behind the other columns, in messages before the content. What does not look so is made anew.
UPDATE "companies" SET "search" = CASE
  WHEN right("search", length("phone")) = "phone" THEN left("search", -length("phone") - 1)
  ELSE lower("name" || chr(31) || "credit_code") END;--> statement-breakpoint
UPDATE "users" SET "search" = CASE
  WHEN right("search", length("phone_number")) = "phone_number" THEN left("search", -length("phone_number") - 1)
  ELSE lower("name") END;--> statement-breakpoint
UPDATE "staff" SET "search" = CASE
  WHEN right("search", length("phone_number")) = "phone_number" THEN left("search", -length("phone_number") - 1)
  ELSE lower("name") END;--> statement-breakpoint
UPDATE "channel_codes" SET "search" = CASE
  WHEN right("search", length("phone")) = "phone" THEN left("search", -length("phone") - 1)
  ELSE lower("name" || chr(31) || "code") END;--> statement-breakpoint
UPDATE "sms_messages" SET "search" = CASE
  WHEN left("search", length("phone")) = "phone" THEN substr("search", length("phone") + 2)
  ELSE lower("content") END;
