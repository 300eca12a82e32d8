import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as word from "../../../../adapters/contract/words.ts";
import type { ZoneShape } from "../../../../adapters/contract/zone.ts";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { SmallMap } from "../../../map/SmallMap.tsx";
import ZoneEditor, { FitShape } from "../../../map/zones/ZoneEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import classes from "./ZoneMapDialog.module.css";

type Line = readonly (readonly [number, number])[];

interface Props {
  readonly shape: ZoneShape;
  readonly onDone: (line: Line) => void;
  readonly onClose: () => void;
}

const noop = () => {};

/** Draws the line along which a zone is split. */
export default function SplitMapDialog({ shape, onDone, onClose }: Props) {
  const [viewState] = useState(createMapViewState);
  const [line, setLine] = useState<Line>([]);
  return (
    <Dialog opened onClose={onClose} title="画出拆分线" size="90rem">
      <Stack gap="sm">
        <Text size="sm">从管制区外点击起点，穿过管制区，在另一侧之外双击结束。</Text>
        <div className={classes["map"]}>
          <SmallMap viewState={viewState} label="画拆分线的地图，方向键移动，加减键缩放">
            <FitShape shape={shape} />
            <ZoneEditor shape={shape} tool="cut" width={1} cut={line} onChange={noop} onCut={setLine} />
          </SmallMap>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {word.cancel}
          </Button>
          <Button disabled={line.length < 2} onClick={() => onDone(line)}>
            使用此线
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
