import { formatNumber } from "./format/formatNumber.ts";
import classes from "./QuotaBar.module.css";

interface Props {
  /** What the quota is of, for those who do not see the bar. */
  readonly label: string;
  readonly used: number;
  readonly total: number;
  readonly unit: string;
  /** Whether it can still be used: a quota that is over is grey whatever is left of it. */
  readonly active: boolean;
}

/** From these shares of the total on, in percent, what is left is said to be little, and very little. */
const lowPercent = 30;
const criticalPercent = 10;

/** How much of a quota is used up, as a bar coloured by what is left. */
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
      <div className={classes["words"]}>
        <span>
          已用 {formatNumber(used)} / {formatNumber(total)} {unit}
        </span>
        <span className={classes["rest"]}>
          剩余 {formatNumber(left)} {unit}
        </span>
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
