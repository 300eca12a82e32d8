import { useEffect, useState } from "react";
import {
  type LiveState,
  liveState,
  type SampleGroup,
  sampleGroupNames,
} from "../../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { LiveSocket } from "../../../console/liveSocket.ts";
import type { Live } from "./live.ts";
import { stateInShot } from "./stateInShot.ts";

/** What is known of the open flight, and how old each group of it is. */
export interface Flight {
  readonly state: LiveState;
  /** Ms at the moment of rendering; null where the group was never told. */
  readonly ages: Readonly<Record<SampleGroup, number | null>>;
}

interface Heard {
  readonly state: LiveState;
  /** Server's clock when it was told, ms, and this machine's. */
  readonly at: number;
  readonly here: number;
}

const tickMs = 1_000;
/** Without word on the open task for this long, the fleet's picture is the newer one. */
const quietMs = 5_000;

/** The open flight, rendered once a second: from the opened task's telemetry, else the fleet's picture, else the list. */
export function useFlight(live: Live, socket: LiveSocket, task: TaskRow): Flight | null {
  const [heard, setHeard] = useState<Heard | null>(null);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setHeard(null);
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    const ends = [
      socket.onFrame(({ type, at, data }) => {
        if (type !== socketTypes.telemetry) return;
        const parsed = liveState.safeParse(data);
        if (parsed.success && parsed.data.taskId === task.id)
          setHeard({ state: parsed.data, at: Date.parse(at), here: performance.now() });
      }),
      live.feed.onShot((shot) => {
        setHeard((before) => {
          if (before && performance.now() - before.here < quietMs) return before;
          const state = stateInShot(shot, live.table.indexOf(task.id), before?.state ?? task.last);
          return state && { state, at: shot.serverTime, here: performance.now() };
        });
      }),
    ];
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, [live, socket, task.id, task]);
  const known = heard?.state.taskId === task.id ? heard : fromList(task, live.clock.now());
  if (!known) return null;
  const serverNow = known.at + Math.max(0, now - known.here);
  const ages = Object.fromEntries(
    sampleGroupNames.map((group) => {
      const time = known.state.groupTimes[group];
      return [group, time === null ? null : Math.max(0, serverNow - time)];
    }),
  ) as Flight["ages"];
  return { state: known.state, ages };
}

function fromList({ last }: TaskRow, serverNow: number): Heard | null {
  return last && { state: last, at: serverNow, here: performance.now() };
}
