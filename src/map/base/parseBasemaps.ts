import { type Basemap, basemap } from "../../../adapters/contract/basemap.ts";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";

/** Returns the valid base maps of the configuration; invalid ones are skipped. */
export function parseBasemaps({ basemaps }: Pick<ConsoleConfig, "basemaps">): readonly Basemap[] {
  return (Array.isArray(basemaps) ? basemaps : []).flatMap((item: unknown) => {
    const parsed = basemap.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
