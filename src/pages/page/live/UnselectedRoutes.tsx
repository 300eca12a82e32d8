import { useMemo } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { Lines } from "../../../map/features/Lines.tsx";

interface Props {
  readonly tasks: readonly TaskRow[];
  readonly selected: string | null;
}

/** Planned routes of the flights in the air, thin, but for the open one. */
export function UnselectedRoutes({ tasks, selected }: Props) {
  const lines = useMemo(
    () =>
      tasks
        .filter(({ id, status, route }) => id !== selected && status === "running" && route.length > 1)
        .map(({ id, route }) => ({
          id,
          path: route.map(([lng, lat]) => [lng, lat] as const),
          color: "rgba(64, 132, 196, 0.55)",
          width: 1.2,
          dashed: true,
        })),
    [tasks, selected],
  );
  return <Lines lines={lines} />;
}
