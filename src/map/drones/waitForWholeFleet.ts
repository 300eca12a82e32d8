import { countDrones } from "./data/fleetPlaces.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import type { FleetFeed } from "./fleetFeed.ts";

/** Longer than a poll takes. After it the newest frame has to do, complete or not. */
const timeoutMs = 10_000;

/**
 * Calls `onLoad` once with a frame that holds every drone with a known position, as soon as one comes. Frames that were
 * cut to a view are passed over. Returns the cancel function.
 */
export function waitForWholeFleet(
  feed: Pick<FleetFeed, "getLatest" | "onSnapshot">,
  onLoad: (snapshot: FleetSnapshot | null) => void,
): () => void {
  const cancel = () => {
    clearTimeout(timeout);
    unsubscribe();
  };
  const finish = (snapshot: FleetSnapshot | null) => {
    cancel();
    onLoad(snapshot);
  };
  const timeout = setTimeout(() => finish(feed.getLatest()), timeoutMs);
  const unsubscribe = feed.onSnapshot((snapshot) => {
    if (countDrones(snapshot) >= snapshot.fleetSize) finish(snapshot);
  });
  return cancel;
}
