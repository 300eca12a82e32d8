import type { AnyRow } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import { cellValue } from "../table/cellValue.tsx";
import classes from "./DetailFields.module.css";

/** Everything the page knows of a record, hidden columns included. */
export function DetailFields({ plan, row }: { readonly plan: ListPlan; readonly row: AnyRow }) {
  return (
    <dl className={classes["fields"]}>
      {plan.columns.map((column) => (
        <div key={column.key} className={classes["field"]}>
          <dt>{column.title}</dt>
          <dd>{cellValue(column, row)}</dd>
        </div>
      ))}
    </dl>
  );
}
