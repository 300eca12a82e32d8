import { useSelector } from "@xstate/react";
import { formatMoney } from "../../ui/format/money.ts";
import { formatNumber } from "../../ui/format/number.ts";
import type { ListSum } from "../definition.ts";
import type { ListAnswer } from "../listPlan.ts";
import classes from "./ListSums.module.css";
import type { ListActor } from "./listActor.ts";
import { shownPage } from "./shownPage.ts";

export interface ListSumsProps {
  readonly sums: readonly ListSum<ListAnswer>[];
  readonly actor: ListActor;
}

/** The sums of the whole result, every page of it; those that the answer keeps back are left out. */
export function ListSums({ sums, actor }: ListSumsProps) {
  const page = useSelector(actor, shownPage);
  const known = sums.flatMap(({ label, as, of }) => {
    const value = page ? of(page) : null;
    return value === null || value === undefined ? [] : [{ label, as, value }];
  });
  if (known.length === 0) return null;
  return (
    <section className={classes["sums"]} aria-label="全部结果合计">
      <span>全部结果合计</span>
      <dl className={classes["list"]}>
        {known.map(({ label, as, value }) => (
          <div key={label} className={classes["sum"]}>
            <dt>{label}</dt>
            <dd>{as === "money" ? formatMoney(value) : formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
