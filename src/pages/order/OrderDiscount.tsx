import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { freeDiscountPercent } from "../../../adapters/contract/order.ts";
import { useConsole } from "../../console/useConsole.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { orderCount } from "./orderCount.ts";
import { usePricedGoods } from "./usePricedGoods.ts";

/** The discount, typed in yuan and kept in fen, with its share of the total; what needs an admin is said here. */
export function OrderDiscount(field: CustomFieldProps) {
  const { value, values, error, onChange } = field;
  const { user } = useConsole();
  const { totalFen } = orderCount(values, usePricedGoods(values["items"]));
  const fen = typeof value === "number" ? value : null;
  const [typed, setTyped] = useState("");
  // What is typed stands as it is, as `12.`; a value from elsewhere, as of a draft, takes its place.
  const text = fenOf(typed) === fen ? typed : fen === null ? "" : String(fen / 100);
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
    <NumberInput
      {...fieldFrame(field)}
      description={
        percent !== null && beyond === null && fen !== 0
          ? `已优惠 ${percent.toFixed(2)}%`
          : mayDiscount
            ? "没有优惠可不填"
            : `没有优惠可不填；超过 ${freeDiscountPercent}% 须由超级管理员创建`
      }
      error={error ?? beyond}
      value={text}
      placeholder="0.00"
      leftSection="¥"
      decimalScale={2}
      thousandSeparator
      allowNegative={false}
      hideControls
      onChange={(next) => {
        setTyped(String(next));
        onChange(fenOf(String(next)) ?? "");
      }}
    />
  );
}

function fenOf(yuan: string): number | null {
  return yuan === "" ? null : Math.round(Number(yuan) * 100);
}
