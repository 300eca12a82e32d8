import { type Measure, measures } from "../measures.ts";

interface RegionMeasure {
  readonly measure: Measure;
  readonly label: string;
  /** Whether the answer has totals of it by region. */
  readonly hasTotal: boolean;
}

/** What the map counts, by its name in the address. */
export const regionMeasures = {
  companies: { measure: measures.companies, label: "企业", hasTotal: true },
  orders: { measure: measures.orders, label: "订单", hasTotal: true },
  flights: { measure: measures.flights, label: "架次", hasTotal: false },
} as const satisfies Readonly<Record<string, RegionMeasure>>;

export type RegionMeasureName = keyof typeof regionMeasures;

/** The measure of an address; companies by default. */
export const parseRegionMeasure = (name: string | null): RegionMeasureName =>
  name === "orders" || name === "flights" ? name : "companies";
