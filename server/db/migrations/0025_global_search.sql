CREATE INDEX "boxes_name_order" ON "boxes" USING btree ("name_order","id") WHERE "boxes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "boxes_search" ON "boxes" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "boxes_characters" ON "boxes" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "boxes_pinyin" ON "boxes" USING gin ((chr(31) || regexp_replace("name_order", '(\S)\S*\s*', '\1', 'g') || chr(31) || replace("name_order", ' ', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_characters" ON "companies" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "companies_pinyin" ON "companies" USING gin ((chr(31) || regexp_replace("name_order", '(\S)\S*\s*', '\1', 'g') || chr(31) || replace("name_order", ' ', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "drones_created_at" ON "drones" USING btree ("created_at","id") WHERE "drones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drones_search" ON "drones" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "drones_characters" ON "drones" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "hangars_search" ON "hangars" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "hangars_characters" ON "hangars" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "invoices_characters" ON "invoices" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "orders_characters" ON "orders" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "order_pays_created_at" ON "order_pays" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "order_pays_search" ON "order_pays" USING gin ((lower("bank_serial_no" || chr(31) || "pay_no" || chr(31) || "payer_name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_pays_characters" ON "order_pays" USING gin ((string_to_array((lower("bank_serial_no" || chr(31) || "pay_no" || chr(31) || "payer_name")), null::text)));--> statement-breakpoint
CREATE INDEX "tasks_characters" ON "tasks" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "tasks_pilot_phone_last_four" ON "tasks" USING btree (right("pilot_phone", 4)) WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_backup_phone_last_four" ON "tasks" USING btree (right("backup_phone", 4)) WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_characters" ON "users" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
CREATE INDEX "users_pinyin" ON "users" USING gin ((chr(31) || regexp_replace("name_order", '(\S)\S*\s*', '\1', 'g') || chr(31) || replace("name_order", ' ', '')) gin_trgm_ops);--> statement-breakpoint
-- Without figures of the new indexes the planner takes frequent words for rare ones.
ANALYZE "boxes", "companies", "drones", "flights", "hangars", "invoices", "orders", "order_pays", "tasks", "users";
