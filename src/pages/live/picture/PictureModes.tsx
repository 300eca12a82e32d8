import { SegmentedControl } from "@mantine/core";
import type { VideoMode } from "../../../../machines/videoPort.ts";
import { modeLabels, videoModes } from "./offeredModes.ts";

interface Props {
  readonly mode: VideoMode;
  /** What the platform offers; the present mode is shown even where it is refused. */
  readonly offered: ReadonlySet<VideoMode>;
  readonly onChange: (mode: VideoMode) => void;
}

/** How the picture reaches the browser. */
export function PictureModes({ mode, offered, onChange }: Props) {
  const shown = videoModes.filter((each) => each === mode || offered.has(each));
  return (
    <SegmentedControl
      size="xs"
      aria-label="播放方式"
      data={shown.map((value) => ({ value, label: modeLabels[value] }))}
      value={mode}
      onChange={onChange}
    />
  );
}
