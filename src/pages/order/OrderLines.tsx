import { Button, Input } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { maxOrderItems } from "../../../adapters/contract/order.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { emptyLine, getLineFen, type OrderLine, parseLines } from "./estimateOrder.ts";
import { OrderLineFields } from "./OrderLineFields.tsx";
import classes from "./OrderLines.module.css";
import { usePricedGoods } from "./usePricedGoods.ts";

/** The goods of an order: which, how many, for how long, and what each costs as it is typed. */
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
  const withoutLine = (at: number) => lines.filter((_, index) => index !== at);
  const updateLine = (at: number, line: OrderLine) =>
    handlers.onChange(lines.map((current, index) => (index === at ? line : current)));
  const removeLine = (at: number) => {
    setKeys(keys.filter((_, index) => index !== at));
    handlers.onChange(withoutLine(at));
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

/** Lines have no name of their own: each keeps a number as long as it stands, whatever is chosen in it. */
function resizeKeys(keys: readonly number[], count: number): readonly number[] {
  const next = keys.slice(0, count);
  while (next.length < count) next.push(Math.max(-1, ...next) + 1);
  return next;
}
