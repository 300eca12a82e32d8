import { useMemo } from "react";
import type { TaskRow } from "../../../adapters/contract/task.ts";
import { splitRoute } from "../../live/geometry.ts";
import type { LiveServices } from "../../live/liveServices.ts";
import { useFlight } from "../../live/useFlight.ts";
import { Lines } from "../../map/features/Lines.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { countPassedWaypoints, toLngLat } from "./toLngLat.ts";

/** The open flight's route: the flown part solid, the remaining part dashed. */
export function SelectedRoute({ live, task }: { readonly live: LiveServices; readonly task: TaskRow }) {
  const { socket } = usePageApi();
  const flight = useFlight(live, socket, task);
  const state = flight?.state ?? null;
  const lines = useMemo(() => {
    const route = task.route.map(([lng, lat]) => [lng, lat] as const);
    const at = state && toLngLat(state);
    const { done, remaining } = at
      ? splitRoute(route, at, countPassedWaypoints(state))
      : { done: [], remaining: route };
    return [
      { id: "remaining", path: remaining, color: "#1c7ed6", width: 2.5, dashed: true },
      { id: "done", path: done, color: "#1c7ed6", width: 3.5 },
    ].filter(({ path }) => path.length > 1);
  }, [task.route, state]);
  return <Lines lines={lines} />;
}
