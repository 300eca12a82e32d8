import type { SnapshotFrom } from "xstate";
import { keepsRows } from "../../../machines/list.machine.ts";
import type { ListActor } from "./listActor.ts";

type List = SnapshotFrom<ListActor>;

/**
 * What a failed list shows, also while it retries by itself: `stale` rows under an alert, or `failed` in their place.
 * Null where it has not failed.
 */
export function failureShown(list: List): "stale" | "failed" | null {
  if (!list.hasTag("failed") && !list.hasTag("retrying")) return null;
  const { fault, page } = list.context;
  return fault && keepsRows(fault) && page && page.list.length > 0 ? "stale" : "failed";
}

/** The answer whose rows are on the screen; null before the first, and where a failure stands in their place. */
export const shownPage = (list: List): List["context"]["page"] =>
  failureShown(list) === "failed" ? null : list.context.page;
