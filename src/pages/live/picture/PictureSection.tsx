import { Button } from "@mantine/core";
import { IconVideo, IconVideoOff } from "@tabler/icons-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { getPictureMetrics } from "../../../live/flightMetrics.ts";
import type { LiveServices } from "../../../live/liveServices.ts";
import type { Flight } from "../../../live/useFlight.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";

const PanelPicture = lazyComponent(async () => (await import("./PanelPicture.tsx")).default);

interface Props {
  readonly task: TaskRow;
  readonly flight: Flight | null;
  readonly live: Pick<LiveServices, "clock" | "picture">;
}

/** Opens and closes the picture of a running task: one that nobody looks at costs the drone's link. */
export function PictureSection({ task, flight, live: { clock, picture } }: Props) {
  const isOpen = useSyncExternalStore(picture.subscribe, picture.get) === task.id;
  const section = useRef<HTMLDivElement>(null);
  // It may be opened from an alarm, while it is out of sight.
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  if (task.status !== "running") return null;
  const drawn = flight ? getPictureMetrics(flight.state) : [];
  return (
    <div ref={section}>
      {isOpen && <PanelPicture taskId={task.id} taskName={task.name} clock={clock} metrics={drawn} />}
      <Button
        mx="sm"
        mt="sm"
        size="xs"
        variant="default"
        leftSection={isOpen ? <IconVideoOff size={16} aria-hidden /> : <IconVideo size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => picture.request(isOpen ? null : task.id)}
      >
        {isOpen ? "关闭画面" : "实时画面"}
      </Button>
    </div>
  );
}
