import type { SnapshotFrom } from "xstate";
import { shouldKeepRows } from "../../../machines/afterError.ts";
import type { ListActor } from "./listActor.ts";

type ListSnapshot = SnapshotFrom<ListActor>;

/**
 * What a failed or retrying list shows: `stale` rows with an alert, or `failed` instead of rows. Null without a
 * failure.
 */
export function selectFailure(snapshot: ListSnapshot): "stale" | "failed" | null {
  if (!snapshot.hasTag("failed") && !snapshot.hasTag("retrying")) return null;
  const { error, page } = snapshot.context;
  return error && shouldKeepRows(error) && page && page.list.length > 0 ? "stale" : "failed";
}

/** The response on the screen; null before the first one and while a failure replaces the rows. */
export const selectDisplayedPage = (snapshot: ListSnapshot): ListSnapshot["context"]["page"] =>
  selectFailure(snapshot) === "failed" ? null : snapshot.context.page;
