CREATE INDEX "flights_characters" ON "flights" USING gin ((string_to_array("search", null::text)));--> statement-breakpoint
-- Without figures of the new index the planner takes a keyword that most flights have for a rare one.
ANALYZE "flights";