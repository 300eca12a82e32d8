import { useEffect, useState } from "react";
import {
  type LiveState,
  liveState,
  type SampleGroup,
  sampleGroupNames,
} from "../../adapters/contract/sample.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { TaskRow } from "../../adapters/contract/task.ts";
import type { PageSocket } from "../pageApi/pageSocket.ts";
import type { LiveServices } from "./liveServices.ts";
import { mergeSnapshotState } from "./mergeSnapshotState.ts";

/** The last known state of the open flight and the age of each sample group. */
export interface Flight {
  readonly state: LiveState;
  /** Ms at the time of rendering; null if the group was never received. */
  readonly ages: Readonly<Record<SampleGroup, number | null>>;
  /** Ms since the server sent the state; the link state may be worse by now. */
  readonly reportAge: number;
}

/** A state with the server's time when it was sent, UTC ms. */
interface ReceivedState {
  readonly state: LiveState;
  readonly at: number;
  /** Told by the task's own telemetry, which has more than a fleet snapshot. */
  readonly isTelemetry?: true;
}

const renderIntervalMs = 1_000;
/** After this long without telemetry of the open task, fleet snapshots are newer. */
const telemetryTimeoutMs = 5_000;

/** Whether telemetry is so new that a fleet snapshot tells nothing newer. */
export const outranksSnapshots = (received: ReceivedState | null, now: number): boolean =>
  received?.isTelemetry === true && now - received.at < telemetryTimeoutMs;

/** Returns the open flight, updated every second: from the task's telemetry, fleet snapshots or the record. */
export function useFlight(live: LiveServices, socket: PageSocket, task: TaskRow): Flight | null {
  const { clock, feed, table } = live;
  const [received, setReceived] = useState<ReceivedState | null>(null);
  const [now, setNow] = useState(clock.now);
  const { id, last } = task;
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), renderIntervalMs);
    const unsubscribers = [
      socket.onFrame(({ type, at, data }) => {
        if (type !== socketTypes.telemetry) return;
        const parsed = liveState.safeParse(data);
        if (parsed.success && parsed.data.taskId === id) {
          clock.raiseTo(Date.parse(at));
          setReceived({ state: parsed.data, at: Date.parse(at), isTelemetry: true });
          setNow(clock.now());
        }
      }),
      feed.onSnapshot((snapshot) => {
        setReceived((current) => {
          const previous = current?.state.taskId === id ? current : null;
          if (outranksSnapshots(previous, clock.now())) return current;
          const index = table.indexOf(id);
          const state = mergeSnapshotState(snapshot, index, id, previous?.state ?? last);
          // The frame has nothing about a drone outside it.
          return state && state !== previous?.state && state !== last
            ? { state, at: snapshot.serverTime }
            : current;
        });
      }),
    ];
    return () => {
      clearInterval(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [clock, feed, table, socket, id, last]);
  const current = chooseNewest(received?.state.taskId === id ? received : null, last);
  if (!current) return null;
  return { state: current.state, ages: toAges(current.state, now), reportAge: Math.max(0, now - current.at) };
}

/** The record may be newer, where the drone is in no frame. */
function chooseNewest(received: ReceivedState | null, last: LiveState | null): ReceivedState | null {
  if (!last) return received;
  const lastAt = Math.max(0, ...Object.values(last.groupAt).map((at) => at ?? 0));
  return received && received.at >= lastAt ? received : { state: last, at: lastAt };
}

/**
 * Ages by the server's clock alone: the drone's may be wrong by years.
 * @param now server's time, UTC ms
 */
export const toAges = ({ groupAt }: Pick<LiveState, "groupAt">, now: number): Flight["ages"] =>
  // Seam: the type of `fromEntries` loses that each group is there.
  Object.fromEntries(
    sampleGroupNames.map((group) => {
      const at = groupAt[group];
      return [group, at === null ? null : Math.max(0, now - at)];
    }),
  ) as Flight["ages"];
