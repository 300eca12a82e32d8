import { useDebouncedValue } from "@mantine/hooks";
import type * as z from "zod/mini";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { FormValues } from "../../list/form/formPlan.ts";
import { type Answer, useAnswer } from "../../list/useAnswer.ts";

type Wanted = z.output<typeof orderCalls.orderQuote.body>;
type Quote = z.output<typeof orderCalls.orderQuote.data>;

const typingMs = 300;

/** The server's count of an order as it is filled in, asked anew when typing rests; null of one that cannot be counted yet. */
export function useOrderQuote(values: FormValues): Answer<Quote> | null {
  const { client } = useConsole();
  const wanted = wantedOf(values);
  const key = wanted && JSON.stringify(wanted);
  const [rested] = useDebouncedValue(key, typingMs);
  const { answer } = useAnswer(key === rested ? key : null, (signal) =>
    // Nothing is asked without a key, which stands for these very values.
    client.call(orderCalls.orderQuote, { body: wanted as Wanted }, { signal }),
  );
  if (key === null) return null;
  return key === rested ? answer : { state: "asking" };
}

function wantedOf({ companyId, type, items, discountFen }: FormValues): Wanted | null {
  const amount = type === "trial" || discountFen === "" ? {} : { discountFen };
  const parsed = orderCalls.orderQuote.body.safeParse({
    companyId,
    type,
    items: sent(type, items),
    ...amount,
  });
  return parsed.success ? parsed.data : null;
}

/** A trial's months are the server's; it is asked with one. */
function sent(type: unknown, items: unknown): unknown {
  return type === "trial" && Array.isArray(items)
    ? items.map((item: object) => ({ ...item, months: 1 }))
    : items;
}
