import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { getAttribution } from "../base/getAttribution.ts";
import classes from "./AttributionLine.module.css";

/** The attribution of the base map; always visible. */
export function AttributionLine({ basemap }: { readonly basemap: Basemap | null }) {
  return <p className={classes["line"]}>{getAttribution(basemap)}</p>;
}
