CREATE TABLE "staff_roles" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"role" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"name_order" text collate "C" DEFAULT '' NOT NULL,
	"given" text[] DEFAULT '{}' NOT NULL,
	"taken" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "own_role_id" "int8";--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_role_key" ON "staff_roles" USING btree ("role") WHERE "staff_roles"."name" = '';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_name_key" ON "staff_roles" USING btree ("name") WHERE "staff_roles"."name" <> '' and "staff_roles"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_own_role_id_staff_roles_id_fk" FOREIGN KEY ("own_role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_own_role" ON "staff" USING btree ("own_role_id");--> statement-breakpoint
INSERT INTO "staff_roles" ("id", "created_at", "updated_at", "role", "taken") SELECT "v"."id", now(), now(), "v"."role", "v"."taken" FROM (VALUES
	(1, 'operator', array['/company/export', '/invoice/export', '/order/v3/export', '/x/alarm/export', '/x/box/export', '/x/channel/export', '/x/drone/export', '/x/flight/export', '/x/goods/export', '/x/hangar/export', '/x/orderPay/export', '/x/receivable/export', '/x/service/export', '/x/sms/decline/export', '/x/sms/export', '/x/statistics/export', '/x/task/history/export', '/x/user/export', '/x/zone/export']),
	(2, 'finance', array['/company/export', '/invoice/export', '/order/v3/export', '/x/channel/export', '/x/goods/export', '/x/orderPay/export', '/x/receivable/export', '/x/service/export', '/x/statistics/export', '/x/user/export']),
	(3, 'maintainer', array['/x/box/export', '/x/drone/export', '/x/flight/export', '/x/hangar/export', '/x/screen/export']),
	(4, 'duty', array['/x/alarm/export', '/x/box/export', '/x/drone/export', '/x/duty/log/export', '/x/flight/export', '/x/hangar/export', '/x/zone/export'])
) AS "v" ("id", "role", "taken") INNER JOIN "role_rights" AS "r" ON "r"."role" = "v"."role" AND NOT "r"."may_export";--> statement-breakpoint
DROP TABLE "role_rights" CASCADE;
