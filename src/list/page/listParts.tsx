import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { ListConfig } from "../listConfig.ts";
import classes from "./ListView.module.css";

// As high as the tabs, so that the table stays where it is when they come.
const TabsFallback = () => <div className={classes["waiting"]} />;

/** What stands above and below the table of some lists only. */
export const listParts = {
  Tabs: lazyComponent(async () => (await import("./ListTabs.tsx")).ListTabs, TabsFallback),
  Sums: lazyComponent(async () => (await import("./ListSums.tsx")).ListSums),
};

/** Brings the parts that this list has, ahead of its drawing. Resolves in any case. */
export async function preloadListParts(config: ListConfig): Promise<void> {
  await Promise.allSettled([
    config.tabs && listParts.Tabs.preload(),
    config.sums && listParts.Sums.preload(),
  ]);
}
