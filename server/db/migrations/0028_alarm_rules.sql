CREATE TABLE "alarm_rules" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"priority" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"on_delay_ms" integer NOT NULL,
	"off_delay_ms" integer NOT NULL,
	"company_id" "int8",
	"company_name" text DEFAULT '' NOT NULL,
	"drone_sn" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	CONSTRAINT "alarm_rules_kind_check" CHECK ("alarm_rules"."kind" in ('noFlyBreach', 'temporaryBreach', 'approaching', 'limitedEntry', 'warningEntry', 'fenceExit', 'tooHigh', 'outsidePermit', 'noPermit', 'lost', 'delayed', 'batteryLow', 'batteryCritical', 'batteryReturn', 'autoReturn', 'forcedLanding', 'traffic', 'proximity', 'offRoute', 'positionLost', 'positionJump', 'deviceHealth', 'taskFailed', 'taskStalled', 'hangarFault', 'weather', 'platformLost', 'unattended')),
	CONSTRAINT "alarm_rules_priority_check" CHECK ("alarm_rules"."priority" in ('p1', 'p2', 'p3', 'p4')),
	CONSTRAINT "alarm_rules_status_check" CHECK ("alarm_rules"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "alarm_rules" ADD CONSTRAINT "alarm_rules_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_rules_scope_key" ON "alarm_rules" USING btree ("kind",coalesce("company_id", 0),"drone_sn") WHERE "alarm_rules"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_rules_created_at" ON "alarm_rules" USING btree ("created_at","id") WHERE "alarm_rules"."deleted_at" is null;