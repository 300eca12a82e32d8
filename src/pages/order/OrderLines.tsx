import { Button, Input } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { mostOrderItems } from "../../../adapters/contract/order.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { OrderLineFields } from "./OrderLineFields.tsx";
import classes from "./OrderLines.module.css";
import { emptyLine, lineFen, linesIn, type OrderLine } from "./orderCount.ts";
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
  ...told
}: CustomFieldProps) {
  const lines = linesIn(value);
  const priced = usePricedGoods(value);
  const [keys, setKeys] = useState<readonly number[]>([]);
  if (keys.length !== lines.length) setKeys(keysFor(keys, lines.length));
  const trial = values["type"] === "trial";
  const others = (at: number) => lines.filter((_, index) => index !== at);
  const change = (at: number, line: OrderLine) =>
    told.onChange(lines.map((one, index) => (index === at ? line : one)));
  const remove = (at: number) => {
    setKeys(keys.filter((_, index) => index !== at));
    told.onChange(others(at));
  };
  const missing = lines.some(({ goodsId }) => goodsId === "");
  return (
    <Input.Wrapper error={error && (missing ? "请选择商品" : error)}>
      <ul className={classes["lines"]} aria-label={label}>
        {lines.map((line, index) => (
          <OrderLineFields
            key={keys[index] ?? `new ${line.goodsId}`}
            id={index === 0 ? id : `${id}-${keys[index]}`}
            place={index + 1}
            line={line}
            goods={priced.get(line.goodsId)}
            amountFen={lineFen(line, priced, trial)}
            trial={trial}
            required={required}
            disabled={disabled}
            onChange={(next) => change(index, next)}
            onBlur={told.onBlur}
            onRemove={lines.length > 1 ? () => remove(index) : null}
          />
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={6}
        mb={error ? 6 : 0}
        leftSection={<IconPlus size={14} />}
        disabled={disabled || lines.length >= mostOrderItems}
        onClick={() => told.onChange([...lines, emptyLine])}
      >
        添加商品
      </Button>
    </Input.Wrapper>
  );
}

/** Lines have no name of their own: each keeps a number as long as it stands, whatever is chosen in it. */
function keysFor(keys: readonly number[], count: number): readonly number[] {
  const next = keys.slice(0, count);
  while (next.length < count) next.push(Math.max(-1, ...next) + 1);
  return next;
}
