import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { CenterPicker } from "../../map/controls/CenterPicker.tsx";
import { formatDecimalDegrees } from "../../map/controls/formatCoordinates.ts";
import { createMapViewState, type MapViewState } from "../../map/mapViewState.ts";
import { SmallMap } from "../../map/SmallMap.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import classes from "./PlacePicker.module.css";

/** Longitude and latitude in WGS-84 degrees. */
type LngLat = readonly [number, number];

interface Props {
  /** The current location; null starts with the whole country. */
  readonly value: LngLat | null;
  readonly onPick: (value: LngLat) => void;
  readonly onClose: () => void;
}

const initialZoom = 14;

/** Picks the location under the crosshair. Click, drag and arrow keys move the map, so it works without a mouse. */
export default function PlacePicker({ value, onPick, onClose }: Props) {
  const [viewState] = useState(
    (): MapViewState => (value ? { centre: value, zoom: initialZoom } : createMapViewState()),
  );
  const [picked, setPicked] = useState<LngLat>(viewState.centre);
  return (
    <Dialog opened onClose={onClose} title="在地图上选取位置" size="xl">
      <Stack gap="sm">
        <Text size="sm">点击或拖动地图，也可以用方向键移动、加减键缩放，使十字对准安装位置。</Text>
        <div className={classes["map"]}>
          <SmallMap viewState={viewState} label="选取位置的地图，方向键移动，加减键缩放">
            <CenterPicker onAim={setPicked} />
            <span className={classes["cross"]} aria-hidden />
          </SmallMap>
        </div>
        <Group justify="space-between">
          <Text size="sm" aria-live="polite">
            经度、纬度（WGS-84）：<b>{formatDecimalDegrees(picked)}</b>
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {word.cancel}
            </Button>
            <Button onClick={() => onPick(picked)}>使用此位置</Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
