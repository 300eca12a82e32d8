CREATE INDEX "companies_day" ON "companies" USING btree (shanghai_day("created_at"));--> statement-breakpoint
CREATE INDEX "users_day" ON "users" USING btree (shanghai_day("created_at"));