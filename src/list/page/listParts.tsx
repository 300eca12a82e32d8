import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import type { ListConfig } from "../listConfig.ts";
import classes from "./ListView.module.css";

// Same height as the tabs, so that the table does not move when they are loaded.
const TabsFallback = () => <div className={classes["waiting"]} />;

// As high as the row of conditions.
const ConditionsFallback = () => <div style={{ height: 26 }} />;

/** Whether rows are cards: a table would show two columns. */
export const phoneQuery = "(max-width: 639px)";

/** Optional parts of a list. */
export const listParts = {
  Conditions: lazyComponent(
    async () => (await import("../filters/AppliedConditions.tsx")).AppliedConditions,
    ConditionsFallback,
  ),
  Cards: lazyComponent(async () => (await import("../cards/ListCards.tsx")).ListCards),
  Tabs: lazyComponent(async () => (await import("./ListTabs.tsx")).ListTabs, TabsFallback),
  AgeNote: lazyComponent(whenIdle(async () => (await import("../age/ListAgeNote.tsx")).ListAgeNote)),
  StaleRowsAlert: lazyComponent(whenIdle(async () => (await import("./StaleRowsAlert.tsx")).StaleRowsAlert)),
  Sums: lazyComponent(async () => (await import("./ListSums.tsx")).ListSums),
};

/** Preloads the parts that this list has. Never rejects. */
export async function preloadListParts(config: ListConfig): Promise<void> {
  await Promise.allSettled([
    config.tabs && listParts.Tabs.preload(),
    config.sums && listParts.Sums.preload(),
    matchMedia(phoneQuery).matches && listParts.Cards.preload(),
  ]);
}
