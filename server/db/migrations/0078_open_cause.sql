-- Of several open alarms of a cause that holds the most urgent one stays, of these one that waits for somebody, of these
-- the oldest. The others end and keep what was done about them; their repeats count for the one that stays.
WITH ranked AS (
	SELECT id, row_number() OVER w AS place, first_value(id) OVER w AS kept_id, first_value(raised_at) OVER w AS kept_at
	FROM alarms WHERE is_holding AND state <> 'gone'
	WINDOW w AS (
		PARTITION BY kind, drone_sn, coalesce(hangar_id, 0), coalesce(zone_id, 0), line_id
		ORDER BY priority, state NOT IN ('active', 'cleared'), raised_at, id
	)
), ended AS (
	UPDATE alarms a
	SET state = 'gone', version = version + 1, updated_at = now(), closed_at = now(), closed_as = 'other', suppressed_by = NULL,
		shelved_until = NULL, shelve_reason = '', shelved_by_name = '',
		close_note = '同一原因的重复告警，已并入 ' || to_char(r.kept_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') || ' 的一条'
	FROM ranked r WHERE r.id = a.id AND r.place > 1
	RETURNING a.id, r.kept_id, a.priority, a.count, a.last_at, a.close_note
), merged AS (
	UPDATE alarms a SET count = a.count + e.count, last_at = greatest(a.last_at, e.last_at)
	FROM (SELECT kept_id, sum(count) AS count, max(last_at) AS last_at FROM ended GROUP BY kept_id) e WHERE e.kept_id = a.id
), logged AS (
	-- An alarm's id is the id of no event.
	INSERT INTO alarm_events (id, alarm_id, at, kind, state, priority, remark)
	SELECT id, id, now(), 'close', 'gone', priority, close_note FROM ended
)
INSERT INTO data_repairs (name, done_at, changed, left_as_they_are)
SELECT 'duplicate alarms', now(), count(*), 0 FROM ended HAVING count(*) > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_cause_key" ON "alarms" USING btree ("kind","drone_sn",coalesce("hangar_id", 0),coalesce("zone_id", 0),"line_id") WHERE "alarms"."is_holding" and "alarms"."state" <> 'gone';
