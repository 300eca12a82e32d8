import type { FormValues } from "../../list/form/formConfig.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import classes from "./GoodsPrice.module.css";
import { parsePickedServices, sumServiceAmountsFen } from "./pickedServices.ts";

const toFen = (yuan: unknown): number | null =>
  yuan === "" || Number.isNaN(Number(yuan)) ? null : Math.round(Number(yuan) * 100);

/** The price beside what the services cost one by one, as they are filled in. */
export function GoodsPrice({ values }: { readonly values: FormValues }) {
  const itemsTotal = sumServiceAmountsFen(parsePickedServices(values["items"]));
  const price = toFen(values["priceFen"]);
  const origin = toFen(values["originPriceFen"]);
  const exceedsOriginal = price !== null && origin !== null && price > origin;
  return (
    <dl className={classes["figures"]} aria-live="polite">
      <div>
        <dt>服务合计</dt>
        <dd>{formatMoney(itemsTotal)}</dd>
      </div>
      <div className={classes["price"]}>
        <dt>售价</dt>
        <dd data-raised={exceedsOriginal || undefined}>
          {price === null ? "-" : formatMoney(price)}
          {exceedsOriginal && "，高于原价"}
        </dd>
      </div>
      <div>
        <dt>与合计相比</dt>
        <dd>{price === null || itemsTotal === 0 ? "-" : formatDifference(price, itemsTotal)}</dd>
      </div>
    </dl>
  );
}

function formatDifference(price: number, parts: number): string {
  if (price === parts) return "持平";
  return price < parts ? `优惠 ${formatMoney(parts - price)}` : `高出 ${formatMoney(price - parts)}`;
}
