import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import type { GoodsRow } from "../../../adapters/contract/goods.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import { formatMoney } from "../../ui/format/money.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { goodsChoices } from "./goodsChoices.ts";
import classes from "./OrderLines.module.css";
import type { OrderLine } from "./orderCount.ts";

interface Props {
  readonly id: string;
  /** From 1. */
  readonly place: number;
  readonly line: OrderLine;
  /** Absent as long as it is not known. */
  readonly goods: GoodsRow | undefined;
  /** Null as long as something is missing. */
  readonly amountFen: number | null;
  readonly trial: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly onChange: (line: OrderLine) => void;
  readonly onBlur: () => void;
  /** Null for the only line. */
  readonly onRemove: (() => void) | null;
}

/** One goods of an order as it is filled in. */
export function OrderLineFields({ id, place, line, goods, amountFen, trial, ...props }: Props) {
  const { required, disabled, ...told } = props;
  const months = goods?.id === line.goodsId ? goods.months : null;
  // A goods is sold for its own months unless somebody says otherwise; what is emptied afterwards stays empty.
  const fill = useEffectEvent(() => {
    if (months !== null && line.months === "") told.onChange({ ...line, months });
  });
  useEffect(() => fill(), [months, line.goodsId, trial]);
  const number = {
    min: 1,
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: "none",
    disabled,
  } as const;
  const shown = trial ? "¥0.00" : amountFen === null ? "-" : formatMoney(amountFen);
  return (
    <li className={classes["line"]} aria-label={`商品 ${place}`}>
      <div className={classes["goods"]}>
        <ChoiceSelect
          id={id}
          label="商品"
          required={required}
          source={goodsChoices}
          value={line.goodsId === "" ? null : line.goodsId}
          clearable={false}
          disabled={disabled}
          onBlur={told.onBlur}
          onChange={(chosen) => told.onChange({ ...line, goodsId: chosen ?? "", months: "" })}
        />
      </div>
      <NumberField
        {...number}
        label="数量"
        required={required}
        value={line.quantity}
        onBlur={told.onBlur}
        onChange={(quantity) => told.onChange({ ...line, quantity: numberOf(quantity) })}
      />
      <NumberField
        {...number}
        label="月数"
        required={required && !trial}
        value={trial ? "" : line.months}
        disabled={disabled || trial}
        placeholder={trial ? "30 天" : ""}
        onBlur={told.onBlur}
        onChange={(next) => told.onChange({ ...line, months: numberOf(next) })}
      />
      <dl className={classes["amount"]}>
        <dt>金额</dt>
        <dd>{shown}</dd>
      </dl>
      {told.onRemove && (
        <ActionIcon
          className={classes["remove"] ?? ""}
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={`移除商品 ${place}`}
          title="移除"
          onClick={told.onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

const numberOf = (value: number | string): number | "" => (typeof value === "number" ? value : "");
