import { Alert, Button, Text } from "@mantine/core";
import { lazyComponent } from "../../../../loading/lazyComponent.tsx";
import type { PlaybackServices } from "../playbackServices.ts";
import type { ShownFlight } from "../shownFlight.ts";
import type { FlightVideoList } from "./useFlightVideos.ts";
import type { VideoPanelProps } from "./VideoPanel.tsx";

const VideoPanel = lazyComponent<VideoPanelProps>(async () => (await import("./VideoPanel.tsx")).default);

interface Props {
  readonly services: PlaybackServices;
  readonly shown: ShownFlight;
  readonly list: FlightVideoList;
}

/** The videos of a flight, in step with it; nothing where it has none. */
export function FlightVideos({ services, shown, list }: Props) {
  const { taskId, flightId } = shown.flight.ref;
  const videos = list.videos.filter((video) => video.flightId === flightId);
  if (list.failedTasks.has(taskId))
    return (
      <Alert color="orange" variant="light" p="xs" title="录像没有加载出来">
        <Text size="sm" mb="xs">
          航迹照常回放，请稍后重试。
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => list.retry(taskId)}>
          重新加载录像
        </Button>
      </Alert>
    );
  if (videos.length === 0) return null;
  return (
    <VideoPanel
      services={services}
      shown={shown}
      videos={videos}
      onRenew={(video) => list.renew(video, taskId)}
      onReplace={list.replace}
    />
  );
}
