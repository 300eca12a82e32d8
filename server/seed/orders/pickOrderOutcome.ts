import type { SeedContext } from "../seedCompanies.ts";

/** What is to become of an order; whether it can is another matter. */
export type OrderOutcome =
  | "pending"
  | "partly"
  | "auditing"
  | "paid"
  | "refunding"
  | "refunded"
  | "cancelled";

const dayMs = 86_400_000;

/** Draws a fate that fits an order's age: nothing waits for weeks on end, and nobody forgets an unpaid order. */
export function pickOrderOutcome({ faker, now }: Pick<SeedContext, "faker" | "now">, at: Date): OrderOutcome {
  const days = (now.getTime() - at.getTime()) / dayMs;
  const draw = (...weights: readonly (readonly [OrderOutcome, number])[]) =>
    faker.helpers.weightedArrayElement(weights.map(([value, weight]) => ({ value, weight })));
  if (days < 6) return draw(["pending", 35], ["auditing", 30], ["paid", 25], ["cancelled", 5], ["partly", 5]);
  if (days < 28)
    return draw(
      ["pending", 25],
      ["auditing", 6],
      ["partly", 9],
      ["paid", 45],
      ["refunding", 7],
      ["cancelled", 8],
    );
  return draw(["paid", 83], ["cancelled", 10], ["refunded", 5], ["partly", 2]);
}
