CREATE TABLE "list_layouts" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "list_layouts_list_staff_name_key" ON "list_layouts" USING btree ("list","staff_id","name");