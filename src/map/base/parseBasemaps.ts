import { type Basemap, basemap } from "../../../adapters/contract/basemap.ts";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";

/** The base maps that the configuration names and that can be read; the others are left out. */
export function parseBasemaps({ basemaps }: Pick<ConsoleConfig, "basemaps">): readonly Basemap[] {
  return (Array.isArray(basemaps) ? basemaps : []).flatMap((item: unknown) => {
    const parsed = basemap.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
