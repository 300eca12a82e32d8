import type { SnapshotFrom } from "xstate";
import { shouldKeepRows } from "../../../machines/errorInfo.ts";
import type { ListActor } from "./listActor.ts";

type ListSnapshot = SnapshotFrom<ListActor>;

/**
 * What a failed list shows, also while it retries by itself: `stale` rows under an alert, or `failed` in their place.
 * Null where it has not failed.
 */
export function selectFailure(snapshot: ListSnapshot): "stale" | "failed" | null {
  if (!snapshot.hasTag("failed") && !snapshot.hasTag("retrying")) return null;
  const { error, page } = snapshot.context;
  return error && shouldKeepRows(error) && page && page.list.length > 0 ? "stale" : "failed";
}

/** The answer whose rows are on the screen; null before the first, and where a failure stands in their place. */
export const selectDisplayedPage = (snapshot: ListSnapshot): ListSnapshot["context"]["page"] =>
  selectFailure(snapshot) === "failed" ? null : snapshot.context.page;
