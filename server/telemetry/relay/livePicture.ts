import type { Cluster } from "../../cluster/cluster.ts";
import type { FeedRegistry } from "../feed/feedRegistry.ts";
import type { LiveFeed } from "../feed/liveFeed.ts";
import { createSlotColumns } from "../fleet/slotColumns.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import { createFleetMirror } from "./fleetMirror.ts";
import { followLive } from "./liveFollower.ts";
import { createLivePublisher, type LivePublisher } from "./livePublisher.ts";

/** The live picture that this process shows: its own, or a copy of the owner's. */
export interface LivePicture extends LivePublisher {
  readonly getShown: () => FeedRegistry;
  readonly isCurrent: () => boolean;
  /** Starts to show what the owner publishes, while that is another process. */
  readonly follow: () => void;
}

interface PictureOptions {
  readonly capacity: number;
  readonly getRegistry: () => FlightRegistry;
  readonly getFeed: () => LiveFeed;
  readonly onError: (error: unknown, where: string) => void;
}

export function createLivePicture(cluster: Cluster, options: PictureOptions): LivePicture {
  const { capacity, getRegistry, getFeed, onError } = options;
  const { nats, processId, isLive } = cluster;
  const monotonicMs = () => performance.now();
  const mirror = createFleetMirror(createSlotColumns(capacity), {
    onOpened: (task) => getFeed().listener.onOpened(task),
    onClosed: (task) => getFeed().listener.onClosed(task),
  });
  const getEpoch = () => (isLive() ? cluster.getEpoch() : null);
  const publisher = createLivePublisher(nats, getRegistry, { getEpoch, monotonicMs });
  let follower: ReturnType<typeof followLive> | null = null;
  return {
    ...publisher,
    getShown: () => (isLive() ? getRegistry() : mirror),
    isCurrent: () => isLive() || follower?.isCurrent() === true,
    follow: () => {
      follower ??= followLive({ processId, nats, mirror, feed: getFeed(), monotonicMs, isLive, onError });
    },
    stop: () => {
      publisher.stop();
      follower?.stop();
    },
  };
}
