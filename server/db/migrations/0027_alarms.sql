CREATE TABLE "alarm_events" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"alarm_id" "int8" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"priority" text NOT NULL,
	"by_id" "int8",
	"by_name" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"priority" text NOT NULL,
	"state" text NOT NULL,
	"is_holding" boolean NOT NULL,
	"task_id" "int8",
	"flight_id" "int8",
	"task_no" text DEFAULT '' NOT NULL,
	"task_name" text DEFAULT '' NOT NULL,
	"company_id" "int8",
	"company_name" text DEFAULT '' NOT NULL,
	"drone_sn" text DEFAULT '' NOT NULL,
	"hangar_id" "int8",
	"hangar_name" text DEFAULT '' NOT NULL,
	"zone_id" "int8",
	"zone_name" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"priority_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"acknowledged_by_id" "int8",
	"acknowledged_by_name" text DEFAULT '' NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"shelved_until" timestamp (3) with time zone,
	"shelve_reason" text DEFAULT '' NOT NULL,
	"shelved_by_name" text DEFAULT '' NOT NULL,
	"suppressed_by" text,
	"cleared_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_as" text,
	"closed_by_name" text DEFAULT '' NOT NULL,
	"close_note" text DEFAULT '' NOT NULL,
	"leader_notified_at" timestamp (3) with time zone,
	"values" jsonb NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "alarms_kind_check" CHECK ("alarms"."kind" in ('noFlyBreach', 'temporaryBreach', 'approaching', 'limitedEntry', 'warningEntry', 'fenceExit', 'tooHigh', 'outsidePermit', 'noPermit', 'lost', 'delayed', 'batteryLow', 'batteryCritical', 'batteryReturn', 'autoReturn', 'forcedLanding', 'traffic', 'proximity', 'offRoute', 'positionLost', 'positionJump', 'deviceHealth', 'taskFailed', 'taskStalled', 'hangarFault', 'weather', 'platformLost', 'unattended')),
	CONSTRAINT "alarms_priority_check" CHECK ("alarms"."priority" in ('p1', 'p2', 'p3', 'p4')),
	CONSTRAINT "alarms_state_check" CHECK ("alarms"."state" in ('active', 'acknowledged', 'cleared', 'shelved', 'suppressed', 'gone')),
	CONSTRAINT "alarms_closed_as_check" CHECK ("alarms"."closed_as" in ('falseAlarm', 'pilotNotified', 'returned', 'reported', 'other'))
);
--> statement-breakpoint
ALTER TABLE "export_jobs" DROP CONSTRAINT "export_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "alarm_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_events" ADD CONSTRAINT "alarm_events_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_events_alarm" ON "alarm_events" USING btree ("alarm_id","at");--> statement-breakpoint
CREATE INDEX "alarm_events_at" ON "alarm_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "alarms_open" ON "alarms" USING btree ("priority","raised_at") WHERE "alarms"."state" <> 'gone';--> statement-breakpoint
CREATE INDEX "alarms_raised_at" ON "alarms" USING btree ("raised_at","id","priority","acknowledged_at");--> statement-breakpoint
CREATE INDEX "alarms_last_at" ON "alarms" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "alarms_count" ON "alarms" USING btree ("count","id");--> statement-breakpoint
CREATE INDEX "alarms_priority" ON "alarms" USING btree ("priority","raised_at","id","acknowledged_at");--> statement-breakpoint
CREATE INDEX "alarms_priority_order" ON "alarms" USING btree ("priority","id");--> statement-breakpoint
CREATE INDEX "alarms_kind" ON "alarms" USING btree ("kind","raised_at","id","priority","acknowledged_at");--> statement-breakpoint
CREATE INDEX "alarms_company" ON "alarms" USING btree ("company_id","raised_at","id","priority","acknowledged_at");--> statement-breakpoint
CREATE INDEX "alarms_drone" ON "alarms" USING btree ("drone_sn","raised_at","id","priority","acknowledged_at");--> statement-breakpoint
CREATE INDEX "alarms_task" ON "alarms" USING btree ("task_id","raised_at","id","priority","acknowledged_at") WHERE "alarms"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "alarms_flight" ON "alarms" USING btree ("flight_id","raised_at","id","priority","acknowledged_at") WHERE "alarms"."flight_id" is not null;--> statement-breakpoint
CREATE INDEX "alarms_zone" ON "alarms" USING btree ("zone_id","raised_at","id","priority","acknowledged_at") WHERE "alarms"."zone_id" is not null;--> statement-breakpoint
CREATE INDEX "alarms_search" ON "alarms" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "flights_with_alarm" ON "flights" USING btree ("started_at","id","duration_s","distance_m") WHERE ("flights"."ended_at" is not null and "flights"."alarm_count" > 0);--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_kind_check" CHECK ("export_jobs"."kind" in ('companyExport', 'orderExport', 'invoiceExport', 'taskHistoryExport', 'alarmExport', 'auditExport'));--> statement-breakpoint
-- The duty log takes new rows and nothing else, whatever the server's code may ask for.
CREATE FUNCTION "refuse_alarm_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'alarm_events takes new rows only: % is refused', TG_OP;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "alarm_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "alarm_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_alarm_event_change"();
