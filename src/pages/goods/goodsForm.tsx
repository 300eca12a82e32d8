import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import type { FormValues } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { GoodsItemsField } from "./GoodsItemsField.tsx";
import classes from "./goodsForm.module.css";
import { formatPickedServices, parsePickedServices, sumServiceAmountsFen } from "./pickedServices.ts";

const toFen = (yuan: unknown): number | null =>
  yuan === "" || Number.isNaN(Number(yuan)) ? null : Math.round(Number(yuan) * 100);

/** Compares the price with the sum of the services' prices. */
function GoodsPrice({ values }: { readonly values: FormValues }) {
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
        <dd data-exceeds-original={exceedsOriginal || undefined}>
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

/** Adds and edits goods. */
export const goodsForm = recordForm({
  name: "goods",
  noun: "商品",
  create: goodsCalls.goodsSave,
  update: goodsCalls.goodsSave,
  detailCall: goodsCalls.goodsDetails,
  container: "drawer",
  requiredFields: ["name", "code", "items", "months", "originPriceFen", "priceFen"],
  summary: GoodsPrice,
  sections: [
    {
      title: "商品信息",
      fields: [
        { kind: "text", name: "name", label: "商品名称", placeholder: "如 电力巡检年度套餐" },
        { kind: "text", name: "code", label: "商品编码", placeholder: "如 TC-DL-Y" },
        {
          kind: "file",
          name: "cover",
          label: "封面",
          upload: logoCalls.logoUpload,
          accept: logoTypes,
          maxBytes: logoMaxBytes,
          hint: "PNG、JPEG 或 WebP，不超过 2 MB，建议 3:2",
          wide: true,
        },
      ],
    },
    {
      title: "包含服务",
      fields: [
        {
          kind: "custom",
          name: "items",
          label: "服务",
          control: GoodsItemsField,
          formatValue: formatPickedServices,
          wide: true,
        },
      ],
    },
    {
      title: "价格",
      fields: [
        { kind: "number", name: "months", label: "服务时长（月）", initial: "12" },
        { kind: "money", name: "originPriceFen", label: "原价（含税）" },
        { kind: "money", name: "priceFen", label: "售价（含税）", hint: "不能高于原价" },
      ],
    },
    { title: "说明", fields: [{ kind: "longText", name: "description", label: "商品说明", wide: true }] },
  ],
});
