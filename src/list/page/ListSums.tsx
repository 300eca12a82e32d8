import { useSelector } from "@xstate/react";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import type { ListResponse } from "../listConfig.ts";
import type { SumConfig } from "../listDefinition.ts";
import classes from "./ListSums.module.css";
import type { ListActor } from "./listActor.ts";
import { selectDisplayedPage } from "./selectDisplayedPage.ts";

export interface ListSumsProps {
  readonly sums: readonly SumConfig<ListResponse>[];
  readonly actor: ListActor;
}

/** Sums over all pages of the result; sums that the server hides from the role are left out. */
export function ListSums({ sums, actor }: ListSumsProps) {
  const page = useSelector(actor, selectDisplayedPage);
  const visibleSums = sums.flatMap(({ label, as, getValue, describe }) => {
    const value = page ? getValue(page) : null;
    if (!page || value === null || value === undefined) return [];
    const text = as === "money" ? formatMoney(value) : formatNumber(value);
    return [{ label, text: describe?.(text, page) ?? text }];
  });
  if (visibleSums.length === 0) return null;
  return (
    <section className={classes["sums"]} aria-label="全部结果合计">
      <span>全部结果合计</span>
      <dl className={classes["list"]}>
        {visibleSums.map(({ label, text }) => (
          <div key={label} className={classes["sum"]}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
