import classes from "./ListTable.module.css";

/** Stands for the rows until the first answer: ten bars, painted by one cell, as they are soon gone. */
export function SkeletonRows({ cells }: { readonly cells: number }) {
  return (
    <tr aria-hidden>
      <td className={classes["bones"]} colSpan={cells} />
    </tr>
  );
}
