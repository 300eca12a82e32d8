import { brought } from "../../console/brought.tsx";
import type { ListPlan } from "../listPlan.ts";
import classes from "./ListView.module.css";

// As high as the tabs, so that the table stays where it is when they come.
const TabsWaiting = () => <div className={classes["waiting"]} />;

/** What stands above and below the table of some lists only. */
export const listParts = {
  Tabs: brought(async () => (await import("./ListTabs.tsx")).ListTabs, TabsWaiting),
  Sums: brought(async () => (await import("./ListSums.tsx")).ListSums),
};

/** Brings the parts that this list has, so that it is drawn once and whole. Resolves in any case. */
export async function bringListParts(plan: ListPlan): Promise<void> {
  await Promise.allSettled([plan.tabs && listParts.Tabs.bring(), plan.sums && listParts.Sums.bring()]);
}
