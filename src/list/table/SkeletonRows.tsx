import classes from "./ListTable.module.css";

const rows = Array.from({ length: 10 }, (_, index) => index);

/** Stands for the rows until the first answer. */
export function SkeletonRows({ cells }: { readonly cells: number }) {
  return rows.map((row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        <td key={`${row}-${cell}`}>
          <span className={classes["bone"]} />
        </td>
      ))}
    </tr>
  ));
}
