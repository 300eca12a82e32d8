ALTER TABLE "duty_log" DROP CONSTRAINT "duty_log_kind_check";--> statement-breakpoint
DROP INDEX "duty_shifts_open_key";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "region_id" text collate "C";--> statement-breakpoint
ALTER TABLE "duty_shifts" ADD COLUMN "scope" jsonb DEFAULT '{"by":"all","items":[]}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_shifts_open_key" ON "duty_shifts" USING btree ("staff_id") WHERE "duty_shifts"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "duty_log" ADD CONSTRAINT "duty_log_kind_check" CHECK ("duty_log"."kind" in ('shiftStarted', 'shiftEnded', 'scopeChanged', 'note', 'orderGiven', 'orderExecuted', 'orderNotSeen', 'alarmRaised', 'alarmEscalated', 'alarmAcknowledged', 'alarmShelved', 'alarmUnshelved', 'alarmCleared', 'alarmClosed', 'contactShown', 'leaderNotified'));--> statement-breakpoint
-- Those that are open now; what is over is of no desk any more. Where one has a place, its county is not known here: that
-- concerns every desk.
UPDATE "alarms" SET "region_id" = c."region_id" FROM "companies" c WHERE c."id" = "alarms"."company_id" AND "alarms"."state" <> 'gone' AND "alarms"."lng" IS NULL;
--> statement-breakpoint
-- Whether a desk watches it, as machines/status/dutyScope.ts has it.
CREATE FUNCTION "duty_scope_includes"("scope" jsonb, "company_id" int8, "region_id" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE "scope"->>'by'
		WHEN 'company' THEN "company_id" IS NULL OR EXISTS (
			SELECT FROM jsonb_array_elements("scope"->'items') item WHERE item->>'id' = "company_id"::text)
		WHEN 'region' THEN "region_id" IS NULL OR EXISTS (
			SELECT FROM jsonb_array_elements("scope"->'items') item,
				regexp_replace(item->>'id', '(00){1,2}$', '') watched,
				regexp_replace("region_id", '(00){1,2}$', '') known
			WHERE starts_with(known, watched) OR starts_with(watched, known))
		ELSE true
	END
$$;
--> statement-breakpoint
-- An entry belongs to the desk of who did it, else to the narrowest desk that watches the alarm.
CREATE OR REPLACE FUNCTION "log_alarm_event"() RETURNS trigger LANGUAGE plpgsql AS $$
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
		(SELECT s."id" FROM "duty_shifts" s
			WHERE s."ended_at" IS NULL
				AND (s."staff_id" = e."by_id" OR duty_scope_includes(s."scope", a."company_id", a."region_id"))
			ORDER BY (s."staff_id" = e."by_id") IS TRUE DESC, s."scope"->>'by' = 'all', s."started_at", s."id"
			LIMIT 1),
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
