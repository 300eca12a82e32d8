CREATE INDEX "tasks_started_at" ON "tasks" USING btree ("started_at") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
-- The same facts with their instants, so that the figures of a day can be compared up to a time of the day.
CREATE OR REPLACE VIEW "statistics_facts" AS
	SELECT 'company' AS subject, shanghai_day(c.created_at) AS day, c.type AS kind, c.region_id, c.id AS company_id,
		coalesce(c.channel_code_id, 0) AS channel_id, 1 AS count,
		0::bigint AS amount_fen, 0::bigint AS commission_fen, 0::bigint AS duration_s, 0::bigint AS distance_mm,
		c.created_at AS at, c.created_at AS counted_at
	FROM companies c
	UNION ALL
	SELECT 'user', shanghai_day(u.created_at), c.type, c.region_id, c.id, coalesce(c.channel_code_id, 0), 1, 0, 0, 0, 0,
		u.created_at, u.created_at
	FROM users u JOIN companies c ON c.id = u.company_id
	UNION ALL
	SELECT 'order', shanghai_day(o.paid_at), o.type, c.region_id, c.id, coalesce(o.channel_code_id, 0), 1,
		o.paid_fen, o.earned_fen, 0, 0, o.paid_at, o.paid_at
	FROM orders o JOIN companies c ON c.id = o.company_id WHERE o.paid_at IS NOT NULL
	UNION ALL
	SELECT 'refund', shanghai_day(o.refunded_at), o.type, c.region_id, c.id, coalesce(o.channel_code_id, 0), 1,
		o.refund_fen, 0, 0, 0, o.refunded_at, o.refunded_at
	FROM orders o JOIN companies c ON c.id = o.company_id WHERE o.refunded_at IS NOT NULL
	UNION ALL
	SELECT 'task', shanghai_day(t.started_at), t.kind, c.region_id, c.id, 0, 1, 0, 0, 0, 0, t.started_at, t.started_at
	FROM tasks t JOIN companies c ON c.id = t.company_id WHERE t.started_at IS NOT NULL AND t.deleted_at IS NULL
	UNION ALL
	SELECT 'flight', shanghai_day(f.started_at), f.task_kind, coalesce(f.takeoff_region_id, ''), f.company_id, 0, 1, 0, 0,
		coalesce(f.duration_s, 0), coalesce(round(f.distance_m * 1000), 0)::bigint, f.started_at, f.ended_at
	FROM flights f WHERE f.ended_at IS NOT NULL;
