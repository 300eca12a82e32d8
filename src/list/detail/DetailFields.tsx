import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import { renderCell } from "../table/renderCell.tsx";
import classes from "./DetailFields.module.css";

/** All columns of a record, hidden ones included. */
export function DetailFields({ config, row }: { readonly config: ListConfig; readonly row: AnyRow }) {
  return (
    <dl className={classes["fields"]}>
      {config.columns.map((column) => (
        <div key={column.key} className={classes["field"]}>
          <dt>{column.title}</dt>
          <dd>{renderCell(column, row)}</dd>
        </div>
      ))}
    </dl>
  );
}
