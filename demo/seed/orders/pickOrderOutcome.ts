import type { Faker } from "@faker-js/faker";

/** Intended outcome of an order, which may turn out to be impossible. */
export type OrderOutcome =
  | "pending"
  | "partly"
  | "auditing"
  | "paid"
  | "refunding"
  | "refunded"
  | "cancelled";

const weights: readonly { readonly value: OrderOutcome; readonly weight: number }[] = [
  { value: "paid", weight: 725 },
  { value: "cancelled", weight: 90 },
  { value: "pending", weight: 65 },
  { value: "refunded", weight: 45 },
  { value: "partly", weight: 35 },
  { value: "auditing", weight: 20 },
  { value: "refunding", weight: 20 },
];

export const pickOrderOutcome = (faker: Faker): OrderOutcome => faker.helpers.weightedArrayElement(weights);

/** Days after which an order no longer waits for anybody; null if the order can be of any age. */
export const getOpenDays = (outcome: OrderOutcome): number | null => {
  if (outcome === "auditing") return 6;
  return outcome === "pending" || outcome === "refunding" ? 27 : null;
};
