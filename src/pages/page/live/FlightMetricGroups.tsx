import { formatAge, getMetricGroups } from "./flightMetrics.ts";
import classes from "./TaskPanel.module.css";
import type { Flight } from "./useFlight.ts";

/** Every value by the group that it came with, each with how old the group is. */
export function FlightMetricGroups({ flight: { state, ages } }: { readonly flight: Flight }) {
  return getMetricGroups(state).map(({ group, title, rows }) => (
    <section key={group} className={classes["group"]} aria-label={title}>
      <h3 className={classes["groupHead"]}>
        {title}
        <span className={classes["age"]}>{formatAge(ages[group])}</span>
      </h3>
      <dl className={classes["rows"]}>
        {rows.map(([label, value]) => (
          <MetricRow key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  ));
}

function MetricRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
