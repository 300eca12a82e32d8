import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type * as z from "zod/mini";
import { orderCalls } from "../../../adapters/contract/order.ts";
import type { FormValues } from "../../list/form/formConfig.ts";
import { type QueryResult, useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { estimateOrder } from "./estimateOrder.ts";
import classes from "./OrderTotal.module.css";
import { usePricedGoods } from "./usePricedGoods.ts";

type QuoteRequest = z.output<typeof orderCalls.orderQuote.body>;
type Quote = z.output<typeof orderCalls.orderQuote.data>;

const debounceMs = 300;

/** The server's count of an order as it is filled in, asked anew when typing rests; null of one that cannot be counted yet. */
function useOrderQuote(values: FormValues): QueryResult<Quote> | null {
  const { client } = usePageApi();
  const request = toQuoteRequest(values);
  const key = request && JSON.stringify(request);
  const [debouncedKey] = useDebouncedValue(key, debounceMs);
  const { result } = useQuery(key === debouncedKey ? key : null, (signal) =>
    // Nothing is asked without a key, which stands for these very values.
    client.call(orderCalls.orderQuote, { body: request as QuoteRequest }, { signal }),
  );
  if (key === null) return null;
  return key === debouncedKey ? result : { state: "pending" };
}

function toQuoteRequest({ companyId, type, items, discountFen }: FormValues): QuoteRequest | null {
  const amount = type === "trial" || discountFen === "" ? {} : { discountFen };
  const parsed = orderCalls.orderQuote.body.safeParse({
    companyId,
    type,
    items: toQuoteItems(type, items),
    ...amount,
  });
  return parsed.success ? parsed.data : null;
}

/** A trial's months are the server's; it is asked with one. */
function toQuoteItems(type: unknown, items: unknown): unknown {
  return type === "trial" && Array.isArray(items)
    ? items.map((item: object) => ({ ...item, months: 1 }))
    : items;
}

/** What the order costs: this page's count while one types, the server's as soon as it is here, which wins. */
export function OrderTotal({ values }: { readonly values: FormValues }) {
  const estimate = estimateOrder(values, usePricedGoods(values["items"]));
  const quoteResult = useOrderQuote(values);
  const quote = quoteResult?.state === "success" ? quoteResult.data : null;
  const displayed = quote ?? estimate;
  if (displayed.totalFen === null || displayed.payableFen === null) return null;
  const differs = quote !== null && estimate.payableFen !== null && estimate.payableFen !== quote.payableFen;
  return (
    <section className={classes["total"]} aria-label="订单金额" aria-live="polite">
      {quote !== null && quote.refusal !== "" && (
        <Alert color="orange" p="xs">
          {quote.refusal}
        </Alert>
      )}
      <dl className={classes["figures"]}>
        <Figure label="总额" fen={displayed.totalFen} />
        <Figure label="优惠" fen={-displayed.discountFen} />
        {quote && <Figure label="不含税" fen={quote.exTaxFen} />}
        {quote && quote.channelName !== "" && (
          <Figure
            label={`渠道佣金（${quote.channelName} ${quote.channelRatio}%）`}
            fen={quote.commissionFen}
          />
        )}
        <div className={classes["payable"]}>
          <dt>应付</dt>
          <dd>{formatMoney(displayed.payableFen)}</dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed" ta="right">
        {quoteResult === null
          ? "金额为页面估算，填写完整无误后由服务器核算"
          : quoteResult.state === "error"
            ? "金额为页面估算，提交时以服务器核算为准"
            : quote === null
              ? "正在由服务器核算…"
              : differs && estimate.payableFen !== null
                ? `服务器核算与页面估算的 ${formatMoney(estimate.payableFen)} 不同，以服务器为准（商品价格可能刚刚调整）`
                : "已由服务器核算"}
      </Text>
    </section>
  );
}

function Figure({ label, fen }: { readonly label: string; readonly fen: number }) {
  return (
    <div>
      <dt>{label}</dt>
      {/* Minus zero would be written as -¥0.00. */}
      <dd>{formatMoney(fen === 0 ? 0 : fen)}</dd>
    </div>
  );
}
