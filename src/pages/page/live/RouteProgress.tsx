import { Progress, Text } from "@mantine/core";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { metresText } from "./figures.ts";
import { splitRoute } from "./ground.ts";
import { placeOf, waypointsPassed } from "./placeOf.ts";

/** How much of the route is done and to go. */
export function RouteProgress({ task, state }: { readonly task: TaskRow; readonly state: LiveState | null }) {
  const at = state && placeOf(state);
  if (!at || task.route.length < 2) return null;
  const route = task.route.map(([lng, lat]) => [lng, lat] as const);
  const { doneMetres, toGoMetres } = splitRoute(route, at, waypointsPassed(state));
  const share = Math.round((100 * doneMetres) / Math.max(1, doneMetres + toGoMetres));
  return (
    <div style={{ padding: "10px 12px" }}>
      <Text size="xs" mb={4}>
        航线 已飞 {metresText(doneMetres)} · 剩余 {metresText(toGoMetres)}
      </Text>
      <Progress value={share} aria-label={`航线已完成 ${share}%`} />
    </div>
  );
}
