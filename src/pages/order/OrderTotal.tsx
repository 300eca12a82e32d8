import { Alert, Text } from "@mantine/core";
import type { FormValues } from "../../list/form/formPlan.ts";
import { formatMoney } from "../../ui/format/money.ts";
import classes from "./OrderTotal.module.css";
import { orderCount } from "./orderCount.ts";
import { useOrderQuote } from "./useOrderQuote.ts";
import { usePricedGoods } from "./usePricedGoods.ts";

/** What the order costs: this page's count while one types, the server's as soon as it is here, which wins. */
export function OrderTotal({ values }: { readonly values: FormValues }) {
  const own = orderCount(values, usePricedGoods(values["items"]));
  const asked = useOrderQuote(values);
  const quote = asked?.state === "here" ? asked.data : null;
  const shown = quote ?? own;
  if (shown.totalFen === null || shown.payableFen === null) return null;
  const differs = quote !== null && own.payableFen !== null && own.payableFen !== quote.payableFen;
  return (
    <section className={classes["total"]} aria-label="订单金额" aria-live="polite">
      {quote !== null && quote.refusal !== "" && (
        <Alert color="orange" p="xs">
          {quote.refusal}
        </Alert>
      )}
      <dl className={classes["figures"]}>
        <Figure label="总额" fen={shown.totalFen} />
        <Figure label="优惠" fen={-shown.discountFen} />
        {quote && <Figure label="不含税" fen={quote.exTaxFen} />}
        {quote && quote.channelName !== "" && (
          <Figure
            label={`渠道佣金（${quote.channelName} ${quote.channelRatio}%）`}
            fen={quote.commissionFen}
          />
        )}
        <div className={classes["payable"]}>
          <dt>应付</dt>
          <dd>{formatMoney(shown.payableFen)}</dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed" ta="right">
        {asked === null
          ? "金额为页面估算，填写完整无误后由服务器核算"
          : asked.state === "failed"
            ? "金额为页面估算，提交时以服务器核算为准"
            : quote === null
              ? "正在由服务器核算…"
              : differs && own.payableFen !== null
                ? `服务器核算与页面估算的 ${formatMoney(own.payableFen)} 不同，以服务器为准（商品价格可能刚刚调整）`
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
