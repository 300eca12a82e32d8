import { ActionIcon, Button, Input } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import { maxOrderItems } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import type { Choice, ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { emptyLine, getLineFen, type OrderLine, parseLines } from "./estimateOrder.ts";
import classes from "./OrderLines.module.css";
import { usePricedGoods } from "./usePricedGoods.ts";

const toChoice = ({ id, name, priceFen, months }: GoodsRow): Choice => ({
  value: id,
  label: `${name}（${formatMoney(priceFen)} / ${formatNumber(months)} 个月）`,
});

/** Goods on sale by name or code, with their price; `fetchByIds` also finds goods no longer on sale. */
const goodsChoices: ChoiceSource = {
  placeholder: "输入商品名称搜索",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = {
      pageNo: 1,
      pageSize: 20,
      status: "onSale" as const,
      ...(keyword ? { keyword } : {}),
    };
    const page = await client.call(goodsCalls.goodsPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: Math.max(1, ids.length), ids: [...ids] };
    const page = await client.call(goodsCalls.goodsPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
};

interface Props {
  readonly id: string;
  /** 1-based. */
  readonly position: number;
  readonly line: OrderLine;
  /** Undefined until loaded. */
  readonly goods: GoodsRow | undefined;
  /** Null while the line is incomplete. */
  readonly amountFen: number | null;
  readonly trial: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly onChange: (line: OrderLine) => void;
  readonly onBlur: () => void;
  /** Null for the last remaining line. */
  readonly onRemove: (() => void) | null;
}

/** The fields of one order line. */
function OrderLineFields({ id, position, line, goods, amountFen, trial, ...props }: Props) {
  const { required, disabled, ...handlers } = props;
  const months = goods?.id === line.goodsId ? goods.months : null;
  // Prefills the goods' own months; once cleared by the user, it stays empty.
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
          label={word.goods}
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
        label={word.quantity}
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
        <dt>{word.amount}</dt>
        <dd>{amountText}</dd>
      </dl>
      {handlers.onRemove && (
        <ActionIcon
          className={classes["remove"] ?? ""}
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={`移除商品 ${position}`}
          title={word.takeOut}
          onClick={handlers.onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

const toNumberOrEmpty = (value: number | string): number | "" => (typeof value === "number" ? value : "");

/** The lines of an order: goods, quantity, months, and the amount of each. */
export function OrderLines({
  id,
  label,
  value,
  values,
  error,
  required,
  disabled,
  ...handlers
}: CustomFieldProps) {
  const lines = parseLines(value);
  const pricedGoods = usePricedGoods(value);
  const [keys, setKeys] = useState<readonly number[]>([]);
  if (keys.length !== lines.length) setKeys(resizeKeys(keys, lines.length));
  const trial = values["type"] === "trial";
  const updateLine = (position: number, line: OrderLine) =>
    handlers.onChange(lines.map((current, index) => (index === position ? line : current)));
  const removeLine = (position: number) => {
    setKeys(keys.filter((_, index) => index !== position));
    handlers.onChange(lines.filter((_, index) => index !== position));
  };
  const isGoodsMissing = lines.some(({ goodsId }) => goodsId === "");
  return (
    <Input.Wrapper error={error && (isGoodsMissing ? "请选择商品" : error)}>
      <ul className={classes["lines"]} aria-label={label}>
        {lines.map((line, index) => (
          <OrderLineFields
            key={keys[index] ?? `new ${line.goodsId}`}
            id={index === 0 ? id : `${id}-${keys[index]}`}
            position={index + 1}
            line={line}
            goods={pricedGoods.get(line.goodsId)}
            amountFen={getLineFen(line, pricedGoods, trial)}
            trial={trial}
            required={required}
            disabled={disabled}
            onChange={(next) => updateLine(index, next)}
            onBlur={handlers.onBlur}
            onRemove={lines.length > 1 ? () => removeLine(index) : null}
          />
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={6}
        mb={error ? 6 : 0}
        leftSection={<IconPlus size={14} />}
        disabled={disabled || lines.length >= maxOrderItems}
        onClick={() => handlers.onChange([...lines, emptyLine])}
      >
        添加商品
      </Button>
    </Input.Wrapper>
  );
}

/** Lines have no id: each gets a stable key while it exists. */
function resizeKeys(keys: readonly number[], count: number): readonly number[] {
  const next = keys.slice(0, count);
  while (next.length < count) next.push(Math.max(-1, ...next) + 1);
  return next;
}
