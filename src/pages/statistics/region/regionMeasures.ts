import * as word from "../../../../adapters/contract/words.ts";
import { type Measure, measures, type TrendView } from "../measures.ts";

interface RegionMeasure {
  readonly measure: Measure;
  readonly label: string;
  /** What the answer counts of it by region; the first is shown unless the address names another. */
  readonly views: readonly [TrendView, ...TrendView[]];
}

/** What the map counts, by its name in the address. */
export const regionMeasures = {
  companies: { measure: measures.companies, label: word.company, views: ["total", "added"] },
  orders: { measure: measures.orders, label: word.order, views: ["added", "total"] },
  flights: { measure: measures.flights, label: "架次", views: ["added"] },
} as const satisfies Readonly<Record<string, RegionMeasure>>;

export type RegionMeasureName = keyof typeof regionMeasures;

/** The measure of an address; companies by default. */
export const parseRegionMeasure = (name: string | null): RegionMeasureName =>
  name === "orders" || name === "flights" ? name : "companies";

/** The view of an address; the measure's first where it names none that the measure has. */
export function parseRegionView(measure: RegionMeasureName, name: string | null): TrendView {
  const { views }: RegionMeasure = regionMeasures[measure];
  return views.find((view) => view === name) ?? views[0];
}
