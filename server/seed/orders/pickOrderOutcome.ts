import type { SeedContext } from "../seedCompanies.ts";

/** Intended outcome of an order, which may turn out to be impossible. */
export type OrderOutcome =
  | "pending"
  | "partly"
  | "auditing"
  | "paid"
  | "refunding"
  | "refunded"
  | "cancelled";

const dayMs = 86_400_000;

/** Picks a random outcome that fits the order's age: orders older than four weeks are no longer pending. */
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
