import { useDebouncedValue } from "@mantine/hooks";
import type * as z from "zod/mini";
import { orderCalls } from "../../../adapters/contract/order.ts";
import type { FormValues } from "../../list/form/formConfig.ts";
import { type QueryResult, useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

type QuoteRequest = z.output<typeof orderCalls.orderQuote.body>;
type Quote = z.output<typeof orderCalls.orderQuote.data>;

const debounceMs = 300;

/** The server's count of an order as it is filled in, asked anew when typing rests; null of one that cannot be counted yet. */
export function useOrderQuote(values: FormValues): QueryResult<Quote> | null {
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
