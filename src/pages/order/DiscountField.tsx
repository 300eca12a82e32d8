import { freeDiscountPercent } from "../../../adapters/contract/order.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { useNumberInput } from "../../list/form/useNumberInput.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { estimateOrder } from "./estimateOrder.ts";
import { usePricedGoods } from "./usePricedGoods.ts";

/** The discount, typed in yuan and kept in fen, with its share of the total; what needs an admin is said here. */
export function DiscountField(field: CustomFieldProps) {
  const { value, values, error, onChange } = field;
  const { user } = usePageApi();
  const { totalFen } = estimateOrder(values, usePricedGoods(values["items"]));
  const fen = typeof value === "number" ? value : null;
  const input = useNumberInput(value, 100);
  const percent = totalFen && fen !== null ? (fen / totalFen) * 100 : null;
  const canExceedLimit = user.roles.includes("admin");
  const limitError =
    percent === null
      ? null
      : percent > 100
        ? "优惠金额不能超过订单总额"
        : percent > freeDiscountPercent && !canExceedLimit
          ? `已优惠 ${percent.toFixed(2)}%，超过 ${freeDiscountPercent}% 的订单只能由超级管理员创建`
          : null;
  return (
    <NumberField
      {...toInputProps(field)}
      description={
        percent !== null && limitError === null && fen !== 0
          ? `已优惠 ${percent.toFixed(2)}%`
          : canExceedLimit
            ? "没有优惠可不填"
            : `没有优惠可不填；超过 ${freeDiscountPercent}% 须由超级管理员创建`
      }
      error={error ?? limitError}
      value={input.text}
      placeholder="0.00"
      leftSection="¥"
      decimalScale={2}
      thousandSeparator
      allowNegative={false}
      hideControls
      onChange={(next) => onChange(input.handleInput(next))}
    />
  );
}
