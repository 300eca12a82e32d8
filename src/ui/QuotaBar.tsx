import { formatNumber } from "./format/formatNumber.ts";
import classes from "./QuotaBar.module.css";

interface Props {
  /** The name of the quota, for screen readers. */
  readonly label: string;
  readonly used: number;
  readonly total: number;
  readonly unit: string;
  /** Whether it can still be used; an expired quota is grey whatever its remainder. */
  readonly active: boolean;
}

/** Remainders, in percent of the total, at or below which the bar is orange and red. */
const lowPercent = 30;
const criticalPercent = 10;

/** The used part of a quota as a bar, coloured by the remainder. */
export function QuotaBar({ label, used, total, unit, active }: Props) {
  const left = Math.max(0, total - used);
  const percentLeft = total > 0 ? (left / total) * 100 : 0;
  const color = !active
    ? "gray"
    : percentLeft <= criticalPercent
      ? "red"
      : percentLeft <= lowPercent
        ? "orange"
        : "green";
  return (
    <div className={classes["quota"]}>
      <div className={classes["labels"]}>
        <span>{`已用 ${formatNumber(used)} / ${formatNumber(total)} ${unit}`}</span>
        <span className={classes["remaining"]}>{`剩余 ${formatNumber(left)} ${unit}`}</span>
      </div>
      <div
        role="meter"
        className={classes["track"]}
        aria-label={`${label}用量`}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={used}
        aria-valuetext={`已用 ${used}，共 ${total} ${unit}`}
      >
        <div
          className={classes["used"]}
          style={{ width: `${100 - percentLeft}%`, background: `var(--mantine-color-${color}-filled)` }}
        />
      </div>
    </div>
  );
}
