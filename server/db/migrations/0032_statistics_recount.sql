-- A recount writes all facts as changes and folds them. The space of the folded rows stayed in the table, and every
-- reader of the few new changes went through it.
CREATE OR REPLACE FUNCTION "rebuild_statistics"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE companies, users, orders, tasks, flights IN SHARE MODE;
	TRUNCATE statistics_changes, region_days, region_months, channel_days, company_days;
	INSERT INTO statistics_changes (subject, day, kind, region_id, company_id, channel_id, count, amount_fen, commission_fen, duration_s, distance_mm)
	SELECT subject, day, kind, region_id, company_id, channel_id, sum(count), sum(amount_fen), sum(commission_fen), sum(duration_s), sum(distance_mm)
	FROM statistics_facts GROUP BY 1, 2, 3, 4, 5, 6;
	PERFORM fold_statistics();
	TRUNCATE statistics_changes;
END
$$;
