CREATE TABLE "role_rights" (
	"role" text PRIMARY KEY NOT NULL,
	"may_export" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
