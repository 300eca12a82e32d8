import type { OrderDetail } from "../../../adapters/contract/order.ts";
import type { OrderItem } from "../../../adapters/contract/orderItem.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./Audit.module.css";
import { formatAmount } from "./orderCells.tsx";

/** What was agreed, as its auditor weighs it: each goods at its original price and as sold, the discount, the rest. */
export function AuditPrice({ order }: { readonly order: OrderDetail }) {
  const { items, totalFen, discountFen, payableFen } = order;
  const originFen = sumOriginFen(items);
  const figures: readonly (readonly [title: string, fen: number | null, share: string])[] = [
    ["原价", originFen, ""],
    ["总额", totalFen, formatShare(totalFen, originFen, "原价的")],
    ["优惠", discountFen, formatShare(discountFen, totalFen, "总额的")],
    ["应付", payableFen, formatShare(payableFen, originFen, "原价的")],
  ];
  return (
    <section aria-label="商品与价格">
      <h3 className={classes["title"]}>商品与价格</h3>
      <ul className={classes["goods"]}>
        {items.map((item) => (
          <li key={item.goodsId}>
            <span>
              {item.name}{" "}
              <small>
                × {formatNumber(item.quantity)}，{order.type === "trial" ? "30 天" : `${item.months} 个月`}
              </small>
            </span>
            <b>{formatAmount(item.amountFen)}</b>
            {isDiscounted(item) && <s>原价 {formatAmount(item.originFen)}</s>}
          </li>
        ))}
      </ul>
      <dl className={classes["facts"]}>
        {figures.map(([title, fen, shareText]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {formatAmount(fen)} {shareText !== "" && <small>{shareText}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Null where an original price is not known: orders of before it was kept, roles that see no amounts. */
const sumOriginFen = (items: readonly OrderItem[]): number | null =>
  items.reduce<number | null>(
    (sum, { originFen }) => (sum === null || originFen === null ? null : sum + originFen),
    0,
  );

const isDiscounted = ({ originFen, amountFen }: OrderItem): boolean =>
  originFen !== null && amountFen !== null && originFen > amountFen;

/** `原价的 82.5%`; nothing to say of nothing, nor of the whole. */
function formatShare(fen: number | null, total: number | null, label: string): string {
  if (fen === null || total === null || total === 0 || fen === total || fen === 0) return "";
  return `${label} ${formatNumber(Math.round((fen * 1000) / total) / 10)}%`;
}
