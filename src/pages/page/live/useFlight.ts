import { useEffect, useState } from "react";
import {
  type LiveState,
  liveState,
  type SampleGroup,
  sampleGroupNames,
} from "../../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { PageSocket } from "../../../pageApi/pageSocket.ts";
import type { LiveServices } from "./liveServices.ts";
import { mergeSnapshotState } from "./mergeSnapshotState.ts";

/** What is known of the open flight, and how old each group of it is. */
export interface Flight {
  readonly state: LiveState;
  /** Ms at the moment of rendering; null where the group was never told. */
  readonly ages: Readonly<Record<SampleGroup, number | null>>;
}

interface ReceivedState {
  readonly state: LiveState;
  /** The server's clock when it was sent, and this machine's when it came, ms. */
  readonly serverTime: number;
  readonly receivedAt: number;
}

const renderIntervalMs = 1_000;
/** Without word on the open task for this long, the fleet's picture is the newer one. */
const telemetryTimeoutMs = 5_000;

/** The open flight, rendered once a second: from the opened task's telemetry, else the fleet's picture, else the list. */
export function useFlight(live: LiveServices, socket: PageSocket, task: TaskRow): Flight | null {
  const [received, setReceived] = useState<ReceivedState | null>(null);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setReceived(null);
    const timer = setInterval(() => setNow(performance.now()), renderIntervalMs);
    const unsubscribers = [
      socket.onFrame(({ type, at, data }) => {
        if (type !== socketTypes.telemetry) return;
        const parsed = liveState.safeParse(data);
        if (parsed.success && parsed.data.taskId === task.id)
          setReceived({ state: parsed.data, serverTime: Date.parse(at), receivedAt: performance.now() });
      }),
      live.feed.onSnapshot((snapshot) => {
        setReceived((previous) => {
          if (previous && performance.now() - previous.receivedAt < telemetryTimeoutMs) return previous;
          const state = mergeSnapshotState(
            snapshot,
            live.table.indexOf(task.id),
            previous?.state ?? task.last,
          );
          return state && { state, serverTime: snapshot.serverTime, receivedAt: performance.now() };
        });
      }),
    ];
    return () => {
      clearInterval(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [live, socket, task.id, task]);
  const current = received?.state.taskId === task.id ? received : fromTaskRow(task, live.clock.now());
  if (!current) return null;
  const serverNow = current.serverTime + Math.max(0, now - current.receivedAt);
  const ages = Object.fromEntries(
    sampleGroupNames.map((group) => {
      const time = current.state.groupTimes[group];
      return [group, time === null ? null : Math.max(0, serverNow - time)];
    }),
  ) as Flight["ages"];
  return { state: current.state, ages };
}

function fromTaskRow({ last }: TaskRow, serverNow: number): ReceivedState | null {
  return last && { state: last, serverTime: serverNow, receivedAt: performance.now() };
}
