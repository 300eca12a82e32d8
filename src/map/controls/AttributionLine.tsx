import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { attributionOf } from "../base/attribution.ts";
import classes from "./AttributionLine.module.css";

/** Whose map this is; always shown. */
export function AttributionLine({ basemap }: { readonly basemap: Basemap | null }) {
  return <p className={classes["line"]}>{attributionOf(basemap)}</p>;
}
