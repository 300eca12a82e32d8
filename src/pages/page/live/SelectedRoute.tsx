import { useMemo } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { useConsole } from "../../../console/useConsole.ts";
import { Lines } from "../../../map/features/Lines.tsx";
import { splitRoute } from "./ground.ts";
import type { Live } from "./live.ts";
import { placeOf, waypointsPassed } from "./placeOf.ts";
import { useFlight } from "./useFlight.ts";

/** The open flight's route: done in full, what is to come dashed. */
export function SelectedRoute({ live, task }: { readonly live: Live; readonly task: TaskRow }) {
  const { socket } = useConsole();
  const flight = useFlight(live, socket, task);
  const state = flight?.state ?? null;
  const lines = useMemo(() => {
    const route = task.route.map(([lng, lat]) => [lng, lat] as const);
    const at = state && placeOf(state);
    const { done, toGo } = at ? splitRoute(route, at, waypointsPassed(state)) : { done: [], toGo: route };
    return [
      { id: "toGo", path: toGo, color: "#1c7ed6", width: 2.5, dashed: true },
      { id: "done", path: done, color: "#1c7ed6", width: 3.5 },
    ].filter(({ path }) => path.length > 1);
  }, [task.route, state]);
  return <Lines lines={lines} />;
}
