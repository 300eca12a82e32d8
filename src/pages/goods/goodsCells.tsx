import type { GoodsRow } from "../../../adapters/contract/goods.ts";
import classes from "./goodsCells.module.css";

/** The goods' picture as small as a row has room for. */
export const CoverCell = ({ cover, name }: GoodsRow) =>
  cover ? (
    <img className={classes["thumbnail"]} src={cover} alt={`${name}的封面`} loading="lazy" />
  ) : (
    <span className={classes["none"]}>无封面</span>
  );

/** The services in the goods by name, the whole of them in the tooltip. */
export function ItemsCell({ items }: GoodsRow) {
  const labels = items.map(({ name, quantity }) => `${name} × ${quantity}`);
  return <span title={labels.join("\n")}>{labels.join("、")}</span>;
}

/** The goods' picture large. */
export const CoverSection = ({ row: { cover, name } }: { readonly row: GoodsRow }) =>
  cover ? <img className={classes["cover"]} src={cover} alt={`${name}的封面`} /> : "没有上传封面";
