import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type * as z from "zod/mini";
import { freeDiscountPercent, orderCalls, orderType } from "../../../adapters/contract/order.ts";
import { orderPayCalls, voucherMaxBytes, voucherTypes } from "../../../adapters/contract/orderPay.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps, FormValues } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { type QueryResult, useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { emptyLine, estimateOrder } from "./estimateOrder.ts";
import { OrderLines } from "./OrderLines.tsx";
import { orderConflictCall } from "./orderConflictCall.ts";
import classes from "./orderForm.module.css";
import { usePricedGoods } from "./usePricedGoods.ts";

/** The discount: typed in yuan, a value in fen. Shows its share of the total and whether that needs an admin. */
function DiscountField(field: CustomFieldProps) {
  const { value, values, error, onChange } = field;
  const { user } = usePageApi();
  const { totalFen } = estimateOrder(values, usePricedGoods(values["items"]));
  const fen = typeof value === "number" ? value : null;
  const percent = totalFen && fen !== null ? (fen / totalFen) * 100 : null;
  const canExceedLimit = user.roles.includes("admin");
  const limitError =
    percent === null
      ? null
      : percent > 100
        ? "优惠金额不能超过订单总额"
        : percent > freeDiscountPercent && !canExceedLimit
          ? `已优惠 ${percent.toFixed(2)}%，超过 ${freeDiscountPercent}% 的订单只能由超级管理员创建`
          : null;
  return (
    <MoneyInput
      {...toInputProps(field)}
      description={
        percent !== null && limitError === null && fen !== 0
          ? `已优惠 ${percent.toFixed(2)}%`
          : canExceedLimit
            ? "没有优惠可不填"
            : `没有优惠可不填；超过 ${freeDiscountPercent}% 须由超级管理员创建`
      }
      error={error ?? limitError}
      value={fen === null ? "" : fen / 100}
      allowNegative={false}
      onChange={(yuan) => onChange(yuan === "" ? "" : Math.round(yuan * 100))}
    />
  );
}

type QuoteRequest = z.output<typeof orderCalls.orderQuote.body>;
type Quote = z.output<typeof orderCalls.orderQuote.data>;

const debounceMs = 300;

/** The server's quote, debounced; null while the form cannot be quoted. */
function useOrderQuote(values: FormValues): QueryResult<Quote> | null {
  const { client } = usePageApi();
  const request = toQuoteRequest(values);
  const key = request && JSON.stringify(request);
  const [debouncedKey] = useDebouncedValue(key, debounceMs);
  const { result } = useQuery(key === debouncedKey ? key : null, (signal) =>
    // `useQuery` only calls this with a key, so there is a request.
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

/** The server sets a trial's months; the request needs a valid number. */
function toQuoteItems(type: unknown, items: unknown): unknown {
  return type === "trial" && Array.isArray(items)
    ? items.map((item: object) => ({ ...item, months: 1 }))
    : items;
}

/** The order's amounts: the page's estimate until the server's quote arrives. */
function OrderTotal({ values }: { readonly values: FormValues }) {
  const estimate = estimateOrder(values, usePricedGoods(values["items"]));
  const quoteResult = useOrderQuote(values);
  const quote = quoteResult?.state === "success" ? quoteResult.data : null;
  const displayed = quote ?? estimate;
  if (displayed.totalFen === null || displayed.payableFen === null) return null;
  const differs = quote !== null && estimate.payableFen !== null && estimate.payableFen !== quote.payableFen;
  return (
    <section className={classes["total"]} aria-label={word.orderAmount} aria-live="polite">
      {quote !== null && quote.refusal !== "" && (
        <Alert color="orange" p="xs">
          {quote.refusal}
        </Alert>
      )}
      <dl className={classes["figures"]}>
        <Figure label="总额" fen={displayed.totalFen} />
        <Figure label={word.discount} fen={-displayed.discountFen} />
        {quote && <Figure label={word.exTax} fen={quote.exTaxFen} />}
        {quote && quote.channelName !== "" && (
          <Figure
            label={`渠道佣金（${quote.channelName} ${quote.channelRatio}%）`}
            fen={quote.commissionFen}
          />
        )}
        <div className={classes["payable"]}>
          <dt>{word.payable}</dt>
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

/** Creates an order paid by transfer; the server calculates its amounts. */
export const orderForm = recordForm({
  name: "order",
  noun: word.order,
  create: orderCalls.orderCreate,
  detailCall: orderConflictCall,
  container: "drawer",
  summary: OrderTotal,
  sections: [
    {
      title: "客户",
      fields: [
        { kind: "choice", name: "companyId", label: word.company, source: companyChoices, wide: true },
        {
          kind: "select",
          name: "type",
          label: word.type,
          dictionary: orderType,
          initial: "new",
          hint: "续费接在现有服务之后，增购与现有服务同时到期，试用 30 天、每家企业一次",
          wide: true,
        },
      ],
    },
    {
      title: word.goods,
      fields: [
        {
          kind: "custom",
          name: "items",
          label: word.orderItems,
          control: OrderLines,
          initial: [emptyLine],
          wide: true,
        },
        {
          kind: "custom",
          name: "discountFen",
          label: "优惠金额",
          control: DiscountField,
          when: { field: "type", is: ["new", "renew", "expand"] },
        },
      ],
    },
    {
      title: "合同与备注",
      fields: [
        { kind: "text", name: "contractNo", label: word.contractNo },
        {
          kind: "file",
          name: "contractUrl",
          label: word.contractFile,
          upload: orderPayCalls.orderPayVoucher,
          accept: voucherTypes,
          maxBytes: voucherMaxBytes,
          hint: "PNG、JPEG、WebP 或 PDF，不超过 10 MB",
        },
        { kind: "longText", name: "remark", label: word.remark, wide: true },
      ],
    },
  ],
});
