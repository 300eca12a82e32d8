import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { ListConfig } from "../listConfig.ts";
import classes from "./ListView.module.css";

// Same height as the tabs, so that the table does not move when they are loaded.
const TabsFallback = () => <div className={classes["waiting"]} />;

/** Optional parts above and below the table. */
export const listParts = {
  Tabs: lazyComponent(async () => (await import("./ListTabs.tsx")).ListTabs, TabsFallback),
  Sums: lazyComponent(async () => (await import("./ListSums.tsx")).ListSums),
};

/** Preloads the parts that this list has. Never rejects. */
export async function preloadListParts(config: ListConfig): Promise<void> {
  await Promise.allSettled([
    config.tabs && listParts.Tabs.preload(),
    config.sums && listParts.Sums.preload(),
  ]);
}
