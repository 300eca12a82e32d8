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

/** The last known state of the open flight and the age of each sample group. */
export interface Flight {
  readonly state: LiveState;
  /** Ms at the time of rendering; null if the group was never received. */
  readonly ages: Readonly<Record<SampleGroup, number | null>>;
}

interface ReceivedState {
  readonly state: LiveState;
  /** Server time when it was sent, UTC ms. */
  readonly serverTime: number;
  /** `performance.now()` when it arrived. */
  readonly receivedAt: number;
}

const renderIntervalMs = 1_000;
/** After this long without telemetry of the open task, fleet snapshots are newer. */
const telemetryTimeoutMs = 5_000;

/** Returns the open flight, updated every second: from the task's telemetry, else fleet snapshots, else the list. */
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
