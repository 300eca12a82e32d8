import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { Lines } from "../../../map/features/Lines.tsx";
import type { LiveActor } from "./liveServices.ts";
import { useViewTasks } from "./useViewTasks.ts";

/** The planned routes of the other flights in the view, as thin lines. */
export function UnselectedRoutes({ actor }: { readonly actor: LiveActor }) {
  const tasks = useViewTasks(actor);
  const selected = useSelector(actor, ({ context }) => context.selected);
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
