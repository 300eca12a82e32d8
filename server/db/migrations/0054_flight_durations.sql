CREATE TABLE "data_repairs" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL,
	"changed" integer NOT NULL,
	"left_as_they_are" integer NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- Durations that came of a drone's clock that was put right in flight. Live flights have the server's time of their last
-- sample; imported ones have their track, in which a step of over half an hour is no flight.
WITH pieces AS (
	SELECT flight_id, last_at - t0 AS inside,
		t0 - lag(last_at) OVER (PARTITION BY flight_id ORDER BY t0) AS before
	FROM flight_tracks WHERE last_at IS NOT NULL
), flown AS (
	SELECT p.flight_id, sum(extract(epoch FROM p.inside)
		+ CASE WHEN p.before > interval '0' AND p.before <= interval '30 minutes' THEN extract(epoch FROM p.before) ELSE 0 END) AS seconds
	FROM pieces p JOIN flights f ON f.id = p.flight_id WHERE f.source = 'import' GROUP BY p.flight_id
), figures AS (
	SELECT f.id, round(CASE
		WHEN f.source = 'import' THEN coalesce(w.seconds, f.duration_s)
		WHEN f.duration_s BETWEEN 0 AND 60 + greatest(0, extract(epoch FROM f.ended_at - f.started_at)) THEN f.duration_s
		ELSE extract(epoch FROM coalesce(f.last_at, f.ended_at) - f.started_at) END) AS seconds
	FROM flights f LEFT JOIN flown w ON w.flight_id = f.id WHERE f.duration_s IS NOT NULL
), repaired AS (
	UPDATE flights f
	SET duration_s = least(greatest(0, g.seconds), 60 + floor(greatest(0, extract(epoch FROM f.ended_at - f.started_at))))
	FROM figures g WHERE g.id = f.id AND abs(f.duration_s - g.seconds) > 60
	RETURNING f.id, f.task_id
)
INSERT INTO data_repairs (name, done_at, changed, left_as_they_are)
SELECT 'flight durations', now(), count(*), 0 FROM repaired HAVING count(*) > 0;
--> statement-breakpoint
-- What is wrong by less than a minute.
UPDATE flights SET duration_s = greatest(0, least(duration_s, 60 + floor(greatest(0, extract(epoch FROM ended_at - started_at)))))
WHERE duration_s < 0 OR duration_s > 60 + greatest(0, extract(epoch FROM ended_at - started_at));
--> statement-breakpoint
UPDATE tasks t SET duration_s = f.seconds
FROM (SELECT task_id, sum(duration_s) AS seconds FROM flights WHERE ended_at IS NOT NULL GROUP BY task_id) f
WHERE f.task_id = t.id AND t.duration_s IS NOT NULL AND abs(t.duration_s - f.seconds) > 60;
--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_duration_check" CHECK ("flights"."duration_s" >= 0 and ("flights"."ended_at" is null or "flights"."duration_s" <= 60 + greatest(0, extract(epoch from "flights"."ended_at" - "flights"."started_at"))));
