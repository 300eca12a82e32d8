import type { NatsLink } from "../../bus/natsLink.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { FeedRegistry } from "../feed/feedRegistry.ts";
import type { LiveFeed } from "../feed/liveFeed.ts";
import { createSlotColumns } from "../fleet/slotColumns.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import { createFleetMirror, type FleetMirror } from "./fleetMirror.ts";
import { decodeFleetPart, eventMessage, liveSubjects, stateMessage } from "./liveMessages.ts";
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
  const publisher = createLivePublisher(nats, getRegistry, { owner: processId, getEpoch, monotonicMs });
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

/** A picture older than this is no longer current. */
const currentMs = 3_000;
const wantIntervalMs = 1_000;

/** Shows what the owner of the live picture publishes. */
interface LiveFollower {
  /** Whether a tick arrived within the last seconds. */
  readonly isCurrent: () => boolean;
  readonly stop: () => void;
}

interface FollowerOptions {
  readonly processId: number;
  readonly nats: NatsLink;
  readonly mirror: FleetMirror;
  readonly feed: LiveFeed;
  readonly monotonicMs: () => number;
  /** Whether this process is the owner itself. */
  readonly isLive: () => boolean;
  readonly onError: (error: unknown, where: string) => void;
}

function followLive(options: FollowerOptions): LiveFollower {
  const { processId, nats, mirror, feed, monotonicMs, isLive, onError } = options;
  let shownAt = Number.NEGATIVE_INFINITY;
  let asked = "";

  function ask(): void {
    if (isLive()) return;
    const tasks = feed.listWatched();
    asked = tasks.join();
    const want = { from: processId, needsAll: mirror.needsAll(), tasks };
    nats.publish(liveSubjects.want, JSON.stringify(want));
  }
  /** Asks at once for a task that a console has just opened. */
  const askForNew = () => {
    if (feed.listWatched().join() !== asked) ask();
  };

  const listen = (subject: string, listener: (data: Uint8Array) => void) =>
    nats.subscribe(subject, (data) => {
      if (isLive()) return;
      try {
        listener(data);
      } catch (error) {
        onError(error, "live picture of another process");
      }
    });
  const parse = (data: Uint8Array): unknown => JSON.parse(Buffer.from(data).toString("utf8"));

  const unsubscribe = [
    listen(liveSubjects.fleet, (data) => {
      const now = mirror.apply(decodeFleetPart(data));
      if (now === null) return;
      shownAt = monotonicMs();
      feed.tick(now);
      askForNew();
    }),
    listen(liveSubjects.state, (data) => {
      const { epoch, state } = stateMessage.parse(parse(data));
      const task = mirror.setState(epoch, state);
      if (task) feed.listener.onSample(task);
    }),
    listen(liveSubjects.event, (data) => {
      const { epoch, taskId, event } = eventMessage.parse(parse(data));
      const task = { id: taskId, taskNo: "", droneSn: "", companyId: "" };
      if (mirror.isNewest(epoch, event.droneSn))
        feed.listener.onEvent(mirror.getByTask(taskId) ?? { slot: 0, task }, event);
    }),
  ];
  const timer = setInterval(ask, wantIntervalMs);

  return {
    isCurrent: () => monotonicMs() - shownAt < currentMs,
    stop: () => {
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
    },
  };
}
