import { Progress, Text } from "@mantine/core";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { formatDistance } from "./flightMetrics.ts";
import { splitRoute } from "./geometry.ts";
import { countPassedWaypoints, toLngLat } from "./toLngLat.ts";

/** How much of the route is done and to go. */
export function RouteProgress({ task, state }: { readonly task: TaskRow; readonly state: LiveState | null }) {
  const at = state && toLngLat(state);
  if (!at || task.route.length < 2) return null;
  const route = task.route.map(([lng, lat]) => [lng, lat] as const);
  const { doneMetres, remainingMetres } = splitRoute(route, at, countPassedWaypoints(state));
  const percent = Math.round((100 * doneMetres) / Math.max(1, doneMetres + remainingMetres));
  return (
    <div style={{ padding: "10px 12px" }}>
      <Text size="xs" mb={4}>
        航线 已飞 {formatDistance(doneMetres)} · 剩余 {formatDistance(remainingMetres)}
      </Text>
      <Progress value={percent} aria-label={`航线已完成 ${percent}%`} />
    </div>
  );
}
