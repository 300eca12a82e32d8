import { Fragment } from "react";
import type { LiveState, SampleGroup } from "../../adapters/contract/sample.ts";
import { getKeyMetrics, getMetricGroups } from "./flightMetrics.ts";
import { formatAge } from "./formatFlight.ts";
import classes from "./KeyMetrics.module.css";
import panel from "./TaskPanel.module.css";

interface Props {
  readonly state: LiveState;
  /** How long ago each group came, ms; null is never. */
  readonly ages: Readonly<Record<SampleGroup, number | null>>;
}

/** The figures that are looked at first, large. */
export function KeyMetrics({ state, ages }: Props) {
  return (
    <dl className={classes["figures"]}>
      {getKeyMetrics(state, ages.position).map(({ label, value, note }) => (
        <div key={label} className={classes["figure"]}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * All values by sample group, with the age of each group.
 * @param only the groups to show; all by default
 */
export function MetricGroups({ state, ages, only }: Props & { readonly only?: readonly SampleGroup[] }) {
  return getMetricGroups(state)
    .filter(({ group }) => only?.includes(group) ?? true)
    .map(({ group, title, rows }) => (
      <section key={group} className={classes["group"]} aria-label={title}>
        <h3 className={classes["groupHead"]}>
          {title}
          <span className={classes["age"]}>{formatAge(ages[group])}</span>
        </h3>
        <dl className={panel["rows"]}>
          {rows.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    ));
}
