import { deskCards } from "../../pageApi/deskCards.ts";
import { useDesk } from "../../pageApi/useDesk.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./MenuBadge.module.css";

interface Props {
  /** Of the pages that the count is of. */
  readonly paths: readonly string[];
}

/** How much waits on pages of the menu, as the desk counts it. Hidden from screen readers, which read the desk. */
export function MenuBadge({ paths }: Props) {
  const { data } = useDesk();
  const waiting = deskCards.flatMap(({ name, label, path, isWaiting }) => {
    const count = data?.counts[name] ?? 0;
    return isWaiting && count > 0 && paths.includes(path) ? [{ label, count }] : [];
  });
  if (waiting.length === 0) return null;
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <span
      className={classes["badge"]}
      title={waiting.map(({ label, count }) => `${label} ${formatNumber(count)}`).join("，")}
      aria-hidden
    >
      {total > 999 ? "999+" : total}
    </span>
  );
}
