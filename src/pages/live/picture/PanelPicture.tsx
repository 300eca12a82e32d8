import { Group } from "@mantine/core";
import { useCallback, useState } from "react";
import type { PulledStream } from "../../../../adapters/contract/video.ts";
import type { VideoMode } from "../../../../machines/videoPort.ts";
import type { FlightMetric } from "../../../live/flightMetrics.ts";
import type { ServerClock } from "../../../live/serverClock.ts";
import LivePicture from "./LivePicture.tsx";
import { getOfferedModes } from "./offeredModes.ts";
import { PictureModes } from "./PictureModes.tsx";
import { RtmpAddresses } from "./RtmpAddresses.tsx";

interface Props {
  readonly taskId: string;
  readonly taskName: string;
  readonly clock: ServerClock;
  readonly metrics: readonly FlightMetric[];
}

/** The picture of the open task, and the choice of how it is carried. */
export default function PanelPicture(props: Props) {
  const { taskId, taskName } = props;
  const [mode, setMode] = useState<VideoMode>("flv");
  const [offered, setOffered] = useState<ReadonlySet<VideoMode>>(new Set());
  const noteOffer = useCallback((stream: PulledStream) => setOffered(new Set(getOfferedModes(stream))), []);
  return (
    <>
      <LivePicture {...props} mode={mode} quality={4} hasSoundSwitch onPull={noteOffer} />
      <Group gap="xs" px="sm" pt="sm">
        <PictureModes mode={mode} offered={offered} onChange={setMode} />
        <RtmpAddresses tasks={[{ id: taskId, name: taskName }]} />
      </Group>
    </>
  );
}
