import { Input, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { invoiceCalls, invoiceLine } from "../../../adapters/contract/invoice.ts";
import { findRedError, getLineFen, type RedPart } from "../../../adapters/contract/redInvoice.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { MoneyInput } from "../../ui/MoneyInput.tsx";

/** The field's value: what is left of the invoice, and what of it is to be reversed. */
const redLinesSchema = z.object({
  invoiceId: z.string(),
  left: z.array(invoiceLine),
  parts: z.array(z.object({ line: z.number(), amountFen: z.number() })),
});

/** The field's value; without lines until the invoice has been read. A line that is left out may have 0. */
const parseRedLines = (value: unknown) => {
  const parsed = redLinesSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
};

const getFilled = (parts: readonly RedPart[]) => parts.filter(({ amountFen }) => amountFen !== 0);

const sumParts = (parts: readonly RedPart[]) => parts.reduce((sum, { amountFen }) => sum + amountFen, 0);

/** The initial value, before the invoice's lines are known. */
export const toRedLinesValue = (invoiceId: string) => ({ invoiceId, left: [], parts: [] });

/** Why the typed amounts cannot be reversed; null if they can. */
export function findRedLinesError(value: unknown, reason: unknown): string | null {
  const { left = [], parts = [] } = parseRedLines(value) ?? {};
  return left.length === 0
    ? null
    : findRedError(left, getFilled(parts), typeof reason === "string" ? reason : "");
}

/** The parts for the call; nothing for all that is left. */
export function toRedParts(value: unknown): { readonly redLines?: RedPart[] } {
  const { left = [], parts = [] } = parseRedLines(value) ?? {};
  const leftFen = left.reduce((sum, line) => sum + getLineFen(line), 0);
  return sumParts(parts) < leftFen ? { redLines: getFilled(parts) } : {};
}

/** The amount to reverse of each line, at first all that is left of it. */
export function RedLinesField({ id, label, value, error, disabled, ...handlers }: CustomFieldProps) {
  const { client } = usePageApi();
  const { invoiceId = "", parts = [] } = parseRedLines(value) ?? {};
  const { result } = useQuery(invoiceId === "" ? null : invoiceId, async (signal) => {
    const detail = await client.call(invoiceCalls.invoiceDetail, { params: { id: invoiceId } }, { signal });
    return detail.leftLines;
  });
  const left = result.state === "success" ? result.data : null;
  const fillWhole = useEffectEvent(() => {
    if (!left) return;
    const whole = left.map((line, index) => ({ line: index, amountFen: getLineFen(line) }));
    handlers.onPrefill({
      redLines: { invoiceId, left, parts: whole.filter(({ amountFen }) => amountFen > 0) },
    });
  });
  useEffect(() => fillWhole(), [left]);
  if (result.state === "pending") return <Loader size="sm" aria-label="正在读取发票明细" />;
  // Another platform need not tell the lines.
  if (left === null || left.length === 0) return <Text size="sm">发票明细没有读到，提交后将全额红冲</Text>;
  const getYuan = (line: number) => {
    const part = parts.find((other) => other.line === line);
    return part ? part.amountFen / 100 : "";
  };
  const setAmount = (line: number, yuan: number | "") => {
    const others = parts.filter((part) => part.line !== line);
    const next = yuan === "" ? others : [...others, { line, amountFen: Math.round(yuan * 100) }];
    // In the order of the invoice: an amount that is only passed through changes nothing.
    handlers.onChange({ invoiceId, left, parts: next.toSorted((a, b) => a.line - b.line) });
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description="已填未红冲的全部金额；只红冲一部分时修改金额，清空的明细不红冲"
      error={error}
    >
      <Stack gap="xs" mt={4}>
        {left.map(
          (line, index) =>
            getLineFen(line) > 0 && (
              <MoneyInput
                key={`${line.name} ${line.taxCode} ${line.taxRate}`}
                label={`${line.name}（未红冲 ${formatMoney(getLineFen(line))}）`}
                value={getYuan(index)}
                allowNegative={false}
                disabled={disabled}
                onChange={(typed) => setAmount(index, typed)}
                onBlur={handlers.onBlur}
              />
            ),
        )}
        <Text size="sm" ta="right">
          红冲金额 <b>{formatMoney(sumParts(parts))}</b>
        </Text>
      </Stack>
    </Input.Wrapper>
  );
}
