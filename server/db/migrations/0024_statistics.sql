CREATE TABLE "channel_days" (
	"region_id" text collate "C" NOT NULL,
	"channel_id" "int8" NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"distance_mm" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_days_region_id_subject_day_channel_id_kind_pk" PRIMARY KEY("region_id","subject","day","channel_id","kind")
);
--> statement-breakpoint
CREATE TABLE "company_days" (
	"company_id" "int8" NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"distance_mm" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "company_days_company_id_subject_day_kind_pk" PRIMARY KEY("company_id","subject","day","kind")
);
--> statement-breakpoint
CREATE TABLE "region_days" (
	"region_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"distance_mm" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "region_days_region_id_subject_day_kind_pk" PRIMARY KEY("region_id","subject","day","kind")
);
--> statement-breakpoint
CREATE TABLE "region_months" (
	"region_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"distance_mm" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "region_months_region_id_subject_day_kind_pk" PRIMARY KEY("region_id","subject","day","kind")
);
--> statement-breakpoint
CREATE TABLE "statistics_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"region_id" text collate "C" NOT NULL,
	"company_id" "int8" NOT NULL,
	"channel_id" "int8" NOT NULL,
	"count" integer NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"distance_mm" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when "status" = 'refunded' then "status_at" end) STORED;--> statement-breakpoint
CREATE INDEX "statistics_changes_company" ON "statistics_changes" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "orders_refunded_at" ON "orders" USING btree ("refunded_at","id") WHERE "orders"."refunded_at" is not null;--> statement-breakpoint
-- What counts, a row for each: the one definition that triggers, recount and moved companies share. See docs/statistics.md.
CREATE FUNCTION "shanghai_day"("instant" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
	AS $$ SELECT (instant AT TIME ZONE 'Asia/Shanghai')::date $$;
--> statement-breakpoint
CREATE VIEW "statistics_facts" AS
	SELECT 'company' AS subject, shanghai_day(c.created_at) AS day, c.type AS kind, c.region_id, c.id AS company_id,
		coalesce(c.channel_code_id, 0) AS channel_id, 1 AS count,
		0::bigint AS amount_fen, 0::bigint AS commission_fen, 0::bigint AS duration_s, 0::bigint AS distance_mm
	FROM companies c
	UNION ALL
	SELECT 'user', shanghai_day(u.created_at), c.type, c.region_id, c.id, coalesce(c.channel_code_id, 0), 1, 0, 0, 0, 0
	FROM users u JOIN companies c ON c.id = u.company_id
	UNION ALL
	SELECT 'order', shanghai_day(o.paid_at), o.type, c.region_id, c.id, coalesce(o.channel_code_id, 0), 1,
		o.paid_fen, o.earned_fen, 0, 0
	FROM orders o JOIN companies c ON c.id = o.company_id WHERE o.paid_at IS NOT NULL
	UNION ALL
	SELECT 'refund', shanghai_day(o.refunded_at), o.type, c.region_id, c.id, coalesce(o.channel_code_id, 0), 1,
		o.refund_fen, 0, 0, 0
	FROM orders o JOIN companies c ON c.id = o.company_id WHERE o.refunded_at IS NOT NULL
	UNION ALL
	SELECT 'task', shanghai_day(t.started_at), t.kind, c.region_id, c.id, 0, 1, 0, 0, 0, 0
	FROM tasks t JOIN companies c ON c.id = t.company_id WHERE t.started_at IS NOT NULL AND t.deleted_at IS NULL
	UNION ALL
	SELECT 'flight', shanghai_day(f.started_at), f.task_kind, coalesce(f.takeoff_region_id, ''), f.company_id, 0, 1, 0, 0,
		coalesce(f.duration_s, 0), coalesce(round(f.distance_m * 1000), 0)::bigint
	FROM flights f WHERE f.ended_at IS NOT NULL;
--> statement-breakpoint
-- The country, the province, the city and the county of a place; of an unknown one only the country.
CREATE FUNCTION "statistics_regions"("region" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE ROWS 4 AS $$
	SELECT id FROM (VALUES
		('100000', true),
		(left(region, 2) || '0000', region NOT IN ('', '100000')),
		(left(region, 4) || '00', region <> '' AND right(region, 4) <> '0000'),
		(region, region <> '' AND right(region, 2) <> '00')
	) AS places (id, is_one) WHERE is_one
$$;
--> statement-breakpoint
-- Moves the changes into the totals. One statement, so that a reader sees each change exactly once.
CREATE FUNCTION "fold_statistics"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE region_days IN SHARE ROW EXCLUSIVE MODE;
	WITH moved AS (DELETE FROM statistics_changes RETURNING *),
	placed AS MATERIALIZED (
		SELECT r.id AS place, subject, day, kind, channel_id, sum(count) AS count, sum(amount_fen) AS amount_fen,
			sum(commission_fen) AS commission_fen, sum(duration_s) AS duration_s, sum(distance_mm) AS distance_mm
		FROM moved CROSS JOIN LATERAL statistics_regions(moved.region_id) AS r (id)
		GROUP BY r.id, subject, day, kind, channel_id
	),
	into_companies AS (
		INSERT INTO company_days AS d (company_id, subject, day, kind, count, amount_fen, commission_fen, duration_s, distance_mm)
		SELECT company_id, subject, day, kind, sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
		FROM moved GROUP BY 1, 2, 3, 4
		ON CONFLICT (company_id, subject, day, kind) DO UPDATE SET count = d.count + excluded.count,
			amount_fen = d.amount_fen + excluded.amount_fen, commission_fen = d.commission_fen + excluded.commission_fen,
			duration_s = d.duration_s + excluded.duration_s, distance_mm = d.distance_mm + excluded.distance_mm
	),
	into_channels AS (
		INSERT INTO channel_days AS d (region_id, channel_id, subject, day, kind, count, amount_fen, commission_fen, duration_s, distance_mm)
		SELECT place, channel_id, subject, day, '', sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
		FROM placed WHERE subject IN ('company', 'order', 'refund') GROUP BY 1, 2, 3, 4
		ON CONFLICT (region_id, subject, day, channel_id, kind) DO UPDATE SET count = d.count + excluded.count,
			amount_fen = d.amount_fen + excluded.amount_fen, commission_fen = d.commission_fen + excluded.commission_fen,
			duration_s = d.duration_s + excluded.duration_s, distance_mm = d.distance_mm + excluded.distance_mm
	),
	into_months AS (
		INSERT INTO region_months AS d (region_id, subject, day, kind, count, amount_fen, commission_fen, duration_s, distance_mm)
		SELECT place, subject, date_trunc('month', day::timestamp)::date, kind, sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
		FROM placed GROUP BY 1, 2, 3, 4
		ON CONFLICT (region_id, subject, day, kind) DO UPDATE SET count = d.count + excluded.count,
			amount_fen = d.amount_fen + excluded.amount_fen, commission_fen = d.commission_fen + excluded.commission_fen,
			duration_s = d.duration_s + excluded.duration_s, distance_mm = d.distance_mm + excluded.distance_mm
	)
	INSERT INTO region_days AS d (region_id, subject, day, kind, count, amount_fen, commission_fen, duration_s, distance_mm)
	SELECT place, subject, day, kind, sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
	FROM placed GROUP BY 1, 2, 3, 4
	ON CONFLICT (region_id, subject, day, kind) DO UPDATE SET count = d.count + excluded.count,
			amount_fen = d.amount_fen + excluded.amount_fen, commission_fen = d.commission_fen + excluded.commission_fen,
			duration_s = d.duration_s + excluded.duration_s, distance_mm = d.distance_mm + excluded.distance_mm;
END
$$;
--> statement-breakpoint
-- Recounts everything. Writers of what is counted wait until the transaction ends.
CREATE FUNCTION "rebuild_statistics"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE companies, users, orders, tasks, flights IN SHARE MODE;
	TRUNCATE statistics_changes, region_days, region_months, channel_days, company_days;
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count, amount_fen, commission_fen, duration_s, distance_mm)
	SELECT subject, day, kind, region_id, company_id, channel_id, sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
	FROM statistics_facts GROUP BY 1, 2, 3, 4, 5, 6;
	PERFORM fold_statistics();
END
$$;
--> statement-breakpoint
-- Keeps a company's place until the transaction ends. In 64 groups, because a transaction can hold only so many locks.
CREATE FUNCTION "lock_statistics_company"("company_id" int8, "is_moving" boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF is_moving THEN
		PERFORM pg_advisory_xact_lock(1901, (company_id % 64)::int);
	ELSE
		PERFORM pg_advisory_xact_lock_shared(1901, (company_id % 64)::int);
	END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_company"("c" companies, "sign" int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count)
	VALUES ('company', shanghai_day(c.created_at), c.type, c.region_id, c.id, coalesce(c.channel_code_id, 0), sign)
$$;
--> statement-breakpoint
CREATE FUNCTION "count_companies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM count_company(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM count_company(NEW, 1); END IF;
	IF TG_OP = 'UPDATE' THEN
		PERFORM lock_statistics_company(NEW.id, true);
		-- What is counted in the place, kind or channel of the company moves with it.
		INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count, amount_fen, commission_fen)
		SELECT f.subject, f.day,
			CASE WHEN f.subject = 'user' AND s.sign < 0 THEN OLD.type ELSE f.kind END,
			CASE WHEN s.sign < 0 THEN OLD.region_id ELSE f.region_id END, f.company_id,
			CASE WHEN f.subject = 'user' AND s.sign < 0 THEN coalesce(OLD.channel_code_id, 0) ELSE f.channel_id END,
			s.sign * sum(f.count), s.sign * sum(f.amount_fen), s.sign * sum(f.commission_fen)
		FROM statistics_facts f CROSS JOIN (VALUES (-1), (1)) AS s (sign)
		WHERE f.company_id = NEW.id AND (f.subject = 'user' OR (f.subject <> ALL ('{company,flight}') AND OLD.region_id <> NEW.region_id))
		GROUP BY f.subject, f.day, f.kind, f.region_id, f.company_id, f.channel_id, s.sign;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_user"("u" users, "sign" int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM lock_statistics_company(u.company_id, false);
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count)
	SELECT 'user', shanghai_day(u.created_at), c.type, c.region_id, c.id, coalesce(c.channel_code_id, 0), sign
	FROM companies c WHERE c.id = u.company_id;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM count_user(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM count_user(NEW, 1); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_order"("o" orders, "sign" int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM lock_statistics_company(o.company_id, false);
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count, amount_fen, commission_fen)
	SELECT f.subject, f.day, o.type, c.region_id, c.id, coalesce(o.channel_code_id, 0), sign, sign * f.amount_fen, sign * f.commission_fen
	FROM companies c CROSS JOIN (VALUES
		('order', shanghai_day(o.paid_at), o.paid_fen, o.earned_fen),
		('refund', shanghai_day(o.refunded_at), o.refund_fen, 0)
	) AS f (subject, day, amount_fen, commission_fen)
	WHERE c.id = o.company_id AND f.day IS NOT NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM count_order(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM count_order(NEW, 1); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_task"("t" tasks, "sign" int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF t.started_at IS NULL OR t.deleted_at IS NOT NULL THEN RETURN; END IF;
	PERFORM lock_statistics_company(t.company_id, false);
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count)
	SELECT 'task', shanghai_day(t.started_at), t.kind, c.region_id, c.id, 0, sign FROM companies c WHERE c.id = t.company_id;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM count_task(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM count_task(NEW, 1); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_flight"("f" flights, "sign" int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count, duration_s, distance_mm)
	SELECT 'flight', shanghai_day(f.started_at), f.task_kind, coalesce(f.takeoff_region_id, ''), f.company_id, 0, sign,
		sign * coalesce(f.duration_s, 0), sign * coalesce(round(f.distance_m * 1000), 0)::bigint
	WHERE f.ended_at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION "count_flights"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM count_flight(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM count_flight(NEW, 1); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "statistics_insert_delete" AFTER INSERT OR DELETE ON "companies" FOR EACH ROW EXECUTE FUNCTION "count_companies"();
--> statement-breakpoint
CREATE TRIGGER "statistics_update" AFTER UPDATE ON "companies" FOR EACH ROW
	WHEN ((OLD.region_id, OLD.type, OLD.channel_code_id, OLD.created_at) IS DISTINCT FROM (NEW.region_id, NEW.type, NEW.channel_code_id, NEW.created_at))
	EXECUTE FUNCTION "count_companies"();
--> statement-breakpoint
CREATE TRIGGER "statistics_insert_delete" AFTER INSERT OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "count_users"();
--> statement-breakpoint
CREATE TRIGGER "statistics_update" AFTER UPDATE ON "users" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.created_at) IS DISTINCT FROM (NEW.company_id, NEW.created_at))
	EXECUTE FUNCTION "count_users"();
--> statement-breakpoint
CREATE TRIGGER "statistics_insert_delete" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "count_orders"();
--> statement-breakpoint
CREATE TRIGGER "statistics_update" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.type, OLD.channel_code_id, OLD.paid_at, OLD.paid_fen, OLD.earned_fen, OLD.refunded_at, OLD.refund_fen)
		IS DISTINCT FROM (NEW.company_id, NEW.type, NEW.channel_code_id, NEW.paid_at, NEW.paid_fen, NEW.earned_fen, NEW.refunded_at, NEW.refund_fen))
	EXECUTE FUNCTION "count_orders"();
--> statement-breakpoint
CREATE TRIGGER "statistics_insert_delete" AFTER INSERT OR DELETE ON "tasks" FOR EACH ROW EXECUTE FUNCTION "count_tasks"();
--> statement-breakpoint
CREATE TRIGGER "statistics_update" AFTER UPDATE ON "tasks" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.kind, OLD.started_at, OLD.deleted_at) IS DISTINCT FROM (NEW.company_id, NEW.kind, NEW.started_at, NEW.deleted_at))
	EXECUTE FUNCTION "count_tasks"();
--> statement-breakpoint
CREATE TRIGGER "statistics_insert_delete" AFTER INSERT OR DELETE ON "flights" FOR EACH ROW EXECUTE FUNCTION "count_flights"();
--> statement-breakpoint
CREATE TRIGGER "statistics_update" AFTER UPDATE ON "flights" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.task_kind, OLD.started_at, OLD.ended_at, OLD.takeoff_region_id, OLD.duration_s, OLD.distance_m)
		IS DISTINCT FROM (NEW.company_id, NEW.task_kind, NEW.started_at, NEW.ended_at, NEW.takeoff_region_id, NEW.duration_s, NEW.distance_m))
	EXECUTE FUNCTION "count_flights"();
--> statement-breakpoint
SELECT "rebuild_statistics"();
