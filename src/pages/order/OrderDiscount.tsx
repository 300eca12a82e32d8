import { freeDiscountPercent } from "../../../adapters/contract/order.ts";
import { useConsole } from "../../console/useConsole.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { useTypedNumber } from "../../list/form/useTypedNumber.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { orderCount } from "./orderCount.ts";
import { usePricedGoods } from "./usePricedGoods.ts";

/** The discount, typed in yuan and kept in fen, with its share of the total; what needs an admin is said here. */
export function OrderDiscount(field: CustomFieldProps) {
  const { value, values, error, onChange } = field;
  const { user } = useConsole();
  const { totalFen } = orderCount(values, usePricedGoods(values["items"]));
  const fen = typeof value === "number" ? value : null;
  const typed = useTypedNumber(value, 100);
  const percent = totalFen && fen !== null ? (fen / totalFen) * 100 : null;
  const mayDiscount = user.roles.includes("admin");
  const beyond =
    percent === null
      ? null
      : percent > 100
        ? "优惠金额不能超过订单总额"
        : percent > freeDiscountPercent && !mayDiscount
          ? `已优惠 ${percent.toFixed(2)}%，超过 ${freeDiscountPercent}% 的订单只能由超级管理员创建`
          : null;
  return (
    <NumberField
      {...fieldFrame(field)}
      description={
        percent !== null && beyond === null && fen !== 0
          ? `已优惠 ${percent.toFixed(2)}%`
          : mayDiscount
            ? "没有优惠可不填"
            : `没有优惠可不填；超过 ${freeDiscountPercent}% 须由超级管理员创建`
      }
      error={error ?? beyond}
      value={typed.text}
      placeholder="0.00"
      leftSection="¥"
      decimalScale={2}
      thousandSeparator
      allowNegative={false}
      hideControls
      onChange={(next) => onChange(typed.type(next))}
    />
  );
}
