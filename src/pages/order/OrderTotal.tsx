import { Alert, Text } from "@mantine/core";
import type { FormValues } from "../../list/form/formConfig.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { estimateOrder } from "./estimateOrder.ts";
import classes from "./OrderTotal.module.css";
import { useOrderQuote } from "./useOrderQuote.ts";
import { usePricedGoods } from "./usePricedGoods.ts";

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
