CREATE TABLE "duty_log" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"shift_id" "int8",
	"staff_name" text DEFAULT '' NOT NULL,
	"task_id" "int8",
	"task_no" text DEFAULT '' NOT NULL,
	"drone_sn" text DEFAULT '' NOT NULL,
	"alarm_id" "int8",
	"alarm_kind" text,
	"alarm_priority" text,
	"alarm_outcome" text,
	"text" text NOT NULL,
	CONSTRAINT "duty_log_kind_check" CHECK ("duty_log"."kind" in ('shiftStarted', 'shiftEnded', 'note', 'orderGiven', 'orderExecuted', 'orderNotSeen', 'alarmRaised', 'alarmEscalated', 'alarmAcknowledged', 'alarmShelved', 'alarmUnshelved', 'alarmCleared', 'alarmClosed', 'contactShown', 'leaderNotified'))
);
--> statement-breakpoint
CREATE TABLE "duty_shifts" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"staff_id" "int8" NOT NULL,
	"staff_name" text NOT NULL,
	"leader_phone" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"handover_note" text DEFAULT '' NOT NULL,
	"flights_at_start" integer NOT NULL,
	"flights_at_end" integer,
	CONSTRAINT "duty_shifts_end_reason_check" CHECK ("duty_shifts"."end_reason" in ('handover', 'left'))
);
--> statement-breakpoint
CREATE TABLE "duty_orders" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"task_id" "int8" NOT NULL,
	"task_no" text NOT NULL,
	"drone_sn" text NOT NULL,
	"alarm_id" "int8",
	"spoken_order" text NOT NULL,
	"to_whom" text NOT NULL,
	"by_id" "int8" NOT NULL,
	"by_name" text NOT NULL,
	"executed_at" timestamp (3) with time zone,
	"not_seen_at" timestamp (3) with time zone,
	CONSTRAINT "duty_orders_order_check" CHECK ("duty_orders"."spoken_order" in ('return', 'hover', 'land'))
);
--> statement-breakpoint
ALTER TABLE "export_jobs" DROP CONSTRAINT "export_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "duty_shifts" ADD CONSTRAINT "duty_shifts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duty_log_at" ON "duty_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "duty_log_shift" ON "duty_log" USING btree ("shift_id","at");--> statement-breakpoint
CREATE INDEX "duty_log_task" ON "duty_log" USING btree ("task_id","at");--> statement-breakpoint
CREATE INDEX "duty_log_alarm" ON "duty_log" USING btree ("alarm_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "duty_shifts_open_key" ON "duty_shifts" USING btree (("ended_at" is null)) WHERE "duty_shifts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "duty_shifts_started_at" ON "duty_shifts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "duty_orders_task" ON "duty_orders" USING btree ("task_id","at");--> statement-breakpoint
CREATE INDEX "duty_orders_waiting" ON "duty_orders" USING btree ("at") WHERE "duty_orders"."executed_at" is null;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_kind_check" CHECK ("export_jobs"."kind" in ('companyExport', 'orderExport', 'invoiceExport', 'taskHistoryExport', 'dutyLogExport', 'alarmExport', 'auditExport'));--> statement-breakpoint
-- The duty log takes new rows and nothing else, whatever the server's code may ask for.
CREATE FUNCTION "refuse_duty_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'duty_log takes new rows only: % is refused', TG_OP;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "duty_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "duty_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_duty_log_change"();
--> statement-breakpoint
-- What happens to alarms is in the duty log from the same statement on, whichever part of the server wrote it.
CREATE FUNCTION "log_alarm_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "duty_log" ("id", "at", "kind", "shift_id", "staff_name", "task_id", "task_no", "drone_sn", "alarm_id",
		"alarm_kind", "alarm_priority", "alarm_outcome", "text")
	SELECT e."id", e."at",
		CASE e."kind"
			WHEN 'raise' THEN 'alarmRaised'
			WHEN 'release' THEN 'alarmRaised'
			WHEN 'escalate' THEN 'alarmEscalated'
			WHEN 'acknowledge' THEN 'alarmAcknowledged'
			WHEN 'shelve' THEN 'alarmShelved'
			WHEN 'unshelve' THEN 'alarmUnshelved'
			WHEN 'clear' THEN 'alarmCleared'
			WHEN 'close' THEN 'alarmClosed'
			ELSE 'leaderNotified'
		END,
		(SELECT s."id" FROM "duty_shifts" s WHERE s."ended_at" IS NULL),
		e."by_name", a."task_id", a."task_no", a."drone_sn", a."id", a."kind", e."priority",
		CASE WHEN e."kind" = 'close' THEN a."closed_as" END,
		concat_ws('，', nullif(CASE WHEN e."kind" IN ('raise', 'release', 'escalate') THEN a."place" ELSE '' END, ''),
			nullif(e."remark", ''))
	FROM "inserted" e
	JOIN "alarms" a ON a."id" = e."alarm_id"
	WHERE e."kind" IN ('raise', 'release', 'escalate', 'acknowledge', 'shelve', 'unshelve', 'clear', 'close', 'notify');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "alarm_events_logged" AFTER INSERT ON "alarm_events"
	REFERENCING NEW TABLE AS "inserted" FOR EACH STATEMENT EXECUTE FUNCTION "log_alarm_event"();
