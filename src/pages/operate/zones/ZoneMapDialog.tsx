import {
  Alert,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
} from "@mantine/core";
import { useState } from "react";
import { findShapeError } from "../../../../adapters/contract/findShapeError.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { ZoneShape } from "../../../../adapters/contract/zone.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { SmallMap } from "../../../map/SmallMap.tsx";
import { fetchActiveZones } from "../../../map/zones/fetchActiveZones.ts";
import ZoneEditor, { FitShape } from "../../../map/zones/ZoneEditor.tsx";
import { ZoneLayers } from "../../../map/zones/ZoneLayers.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { describeShape } from "./shapeText.ts";
import classes from "./ZoneMapDialog.module.css";

interface Props {
  readonly value: ZoneShape | null;
  readonly initialType: ZoneShape["type"];
  readonly onDone: (shape: ZoneShape) => void;
  readonly onClose: () => void;
}

const toolLabels = {
  edit: word.edit,
  Polygon: "画多边形",
  Circle: "画圆",
  Corridor: "画走廊",
  hole: "画孔洞",
} as const;
type Tool = keyof typeof toolLabels;
const hints: Readonly<Record<Tool, string>> = {
  edit: "拖动顶点或边修改；按住 Alt 点击顶点删除",
  Polygon: "依次点击各个顶点，双击或点击起点结束；退格键删除上一点",
  Circle: "点击圆心，再点击圆周上的一点",
  Corridor: "依次点击中心线上的点，双击结束；退格键删除上一点",
  hole: "在多边形内依次点击孔洞的顶点，双击结束",
};
const isTool = (value: string): value is Tool => value in toolLabels;
const defaultWidth = 200;

/** Draws and edits the range of a zone on a map, over the other zones. */
export default function ZoneMapDialog({ value, initialType, onDone, onClose }: Props) {
  const { client } = usePageApi();
  const scheme = useComputedColorScheme("light");
  const [viewState] = useState(createMapViewState);
  const [shape, setShape] = useState(value);
  const [tool, setTool] = useState<Tool>(value ? "edit" : initialType);
  const [width, setWidth] = useState(value?.type === "Corridor" ? value.width : defaultWidth);
  const { result } = useQuery("zones", (signal) => fetchActiveZones(client, { signal, quiet: true }));
  const error = shape && findShapeError(shape);
  const tools: readonly Tool[] = [
    ...(shape ? (["edit"] as const) : []),
    "Polygon",
    "Circle",
    "Corridor",
    ...(shape?.type === "Polygon" ? (["hole"] as const) : []),
  ];
  const handleChange = (next: ZoneShape) => {
    setShape(next);
    setTool("edit");
  };
  return (
    <Dialog opened onClose={onClose} title="绘制管制区范围" size="90rem">
      <Stack gap="sm">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="绘图工具"
            className={classes["tools"] ?? ""}
            data={tools.map((one) => ({ value: one, label: toolLabels[one] }))}
            value={tool}
            onChange={(next) => isTool(next) && setTool(next)}
          />
          {(tool === "Corridor" || shape?.type === "Corridor") && (
            <NumberInput
              size="xs"
              w={150}
              aria-label="走廊宽度"
              prefix="宽 "
              suffix=" m"
              min={10}
              value={width}
              onChange={(next) => {
                const metres = Number(next) || 0;
                setWidth(metres);
                if (shape?.type === "Corridor" && metres > 0) setShape({ ...shape, width: metres });
              }}
            />
          )}
          {shape?.type === "Polygon" && shape.coordinates.length > 1 && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setShape({ ...shape, coordinates: shape.coordinates.slice(0, -1) })}
            >
              删除最后一个孔洞
            </Button>
          )}
        </Group>
        <Text size="sm">{`${hints[tool]}。也可以不用地图，在表单中直接填写坐标。`}</Text>
        <div className={classes["map"]}>
          <SmallMap viewState={viewState} label="绘制管制区的地图，方向键移动，加减键缩放">
            {value && <FitShape shape={value} />}
            {result.state === "success" && <ZoneLayers zones={result.data} scheme={scheme} />}
            <ZoneEditor shape={shape} tool={tool} width={width} onChange={handleChange} />
          </SmallMap>
        </div>
        {error && (
          <Alert color="red" py={6} role="alert">
            {error}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="sm" aria-live="polite">
            {shape ? describeShape(shape) : "还没有绘制"}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {word.cancel}
            </Button>
            <Button disabled={!shape || error !== null} onClick={() => shape && onDone(shape)}>
              使用此范围
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
