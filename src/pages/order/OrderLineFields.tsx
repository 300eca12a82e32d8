import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import type { GoodsRow } from "../../../adapters/contract/goods.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import type { OrderLine } from "./estimateOrder.ts";
import { goodsChoices } from "./goodsChoices.ts";
import classes from "./OrderLines.module.css";

interface Props {
  readonly id: string;
  /** From 1. */
  readonly position: number;
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
export function OrderLineFields({ id, position, line, goods, amountFen, trial, ...props }: Props) {
  const { required, disabled, ...handlers } = props;
  const months = goods?.id === line.goodsId ? goods.months : null;
  // A goods is sold for its own months unless somebody says otherwise; what is emptied afterwards stays empty.
  const fillMonths = useEffectEvent(() => {
    if (months !== null && line.months === "") handlers.onChange({ ...line, months });
  });
  useEffect(() => fillMonths(), [months, line.goodsId, trial]);
  const number = {
    min: 1,
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: "none",
    disabled,
  } as const;
  const amountText = trial ? "¥0.00" : amountFen === null ? "-" : formatMoney(amountFen);
  return (
    <li className={classes["line"]} aria-label={`商品 ${position}`}>
      <div className={classes["goods"]}>
        <ChoiceSelect
          id={id}
          label="商品"
          required={required}
          source={goodsChoices}
          value={line.goodsId === "" ? null : line.goodsId}
          clearable={false}
          disabled={disabled}
          onBlur={handlers.onBlur}
          onChange={(selectedId) => handlers.onChange({ ...line, goodsId: selectedId ?? "", months: "" })}
        />
      </div>
      <NumberField
        {...number}
        label="数量"
        required={required}
        value={line.quantity}
        onBlur={handlers.onBlur}
        onChange={(quantity) => handlers.onChange({ ...line, quantity: toNumberOrEmpty(quantity) })}
      />
      <NumberField
        {...number}
        label="月数"
        required={required && !trial}
        value={trial ? "" : line.months}
        disabled={disabled || trial}
        placeholder={trial ? "30 天" : ""}
        onBlur={handlers.onBlur}
        onChange={(next) => handlers.onChange({ ...line, months: toNumberOrEmpty(next) })}
      />
      <dl className={classes["amount"]}>
        <dt>金额</dt>
        <dd>{amountText}</dd>
      </dl>
      {handlers.onRemove && (
        <ActionIcon
          className={classes["remove"] ?? ""}
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={`移除商品 ${position}`}
          title="移除"
          onClick={handlers.onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

const toNumberOrEmpty = (value: number | string): number | "" => (typeof value === "number" ? value : "");
