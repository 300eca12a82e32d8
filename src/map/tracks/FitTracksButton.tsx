import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useMap } from "../useMap.ts";
import type { ColoredTrack } from "./coloredTrack.ts";
import { fitTracks } from "./fitTracks.ts";

const animationMs = 300;

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly tracks: readonly ColoredTrack[];
}

/** Button that moves the map to tracks. */
export function FitTracksButton({ label, icon, tracks }: Props) {
  const map = useMap();
  return (
    <Tooltip label={label} position="left">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        onClick={() => fitTracks(map, tracks, animationMs)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
