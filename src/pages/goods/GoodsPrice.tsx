import type { FormValues } from "../../list/form/formPlan.ts";
import { formatMoney } from "../../ui/format/money.ts";
import classes from "./GoodsPrice.module.css";
import { partsFen, pickedIn } from "./pickedServices.ts";

const fenOf = (yuan: unknown): number | null =>
  yuan === "" || Number.isNaN(Number(yuan)) ? null : Math.round(Number(yuan) * 100);

/** The price beside what the services cost one by one, as they are filled in. */
export function GoodsPrice({ values }: { readonly values: FormValues }) {
  const parts = partsFen(pickedIn(values["items"]));
  const price = fenOf(values["priceFen"]);
  const origin = fenOf(values["originPriceFen"]);
  const raised = price !== null && origin !== null && price > origin;
  return (
    <dl className={classes["figures"]} aria-live="polite">
      <div>
        <dt>服务合计</dt>
        <dd>{formatMoney(parts)}</dd>
      </div>
      <div className={classes["price"]}>
        <dt>售价</dt>
        <dd data-raised={raised || undefined}>
          {price === null ? "-" : formatMoney(price)}
          {raised && "，高于原价"}
        </dd>
      </div>
      <div>
        <dt>与合计相比</dt>
        <dd>{price === null || parts === 0 ? "-" : comparison(price, parts)}</dd>
      </div>
    </dl>
  );
}

function comparison(price: number, parts: number): string {
  if (price === parts) return "持平";
  return price < parts ? `优惠 ${formatMoney(parts - price)}` : `高出 ${formatMoney(price - parts)}`;
}
