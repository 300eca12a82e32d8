import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useState } from "react";
import { type ZoneShape, zoneShape } from "../../../../adapters/contract/zone.ts";
import type { CustomFieldProps } from "../../../list/form/formConfig.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { NumberField } from "../../../ui/NumberField.tsx";
import { buildShape, describeShape, formatCoordinates, parseCoordinates } from "./shapeText.ts";

const ZoneMapDialog = lazyComponent(async () => (await import("./ZoneMapDialog.tsx")).default);

const typeLabels: Readonly<Record<ZoneShape["type"], string>> = {
  Polygon: "多边形",
  Circle: "圆",
  Corridor: "走廊",
};
const metresLabels = { Circle: "半径（m）", Corridor: "走廊宽度（m）" } as const;
const hints = {
  Polygon: "每行一个点「经度, 纬度」，首尾不必重复；空一行后的点是孔洞",
  Circle: "一行圆心「经度, 纬度」",
  Corridor: "每行一个中心线上的点「经度, 纬度」",
} as const;
const defaultMetres = { Polygon: 0, Circle: 500, Corridor: 200 } as const;

interface Parts {
  readonly type: ZoneShape["type"];
  readonly text: string;
  readonly metres: number | "";
}

const getMetres = (shape: ZoneShape): number => {
  if (shape.type === "Circle") return shape.radius;
  return shape.type === "Corridor" ? shape.width : 0;
};

function toParts(value: unknown): Parts {
  const parsed = zoneShape.safeParse(value);
  if (!parsed.success) return { type: "Polygon", text: "", metres: 0 };
  const shape = parsed.data;
  return { type: shape.type, text: formatCoordinates(shape), metres: getMetres(shape) };
}

/** The shape of what was typed; text that is no shape stays text, which the form does not accept. */
function toValue({ type, text, metres }: Parts): ZoneShape | string {
  const parsed = parseCoordinates(text);
  if ("error" in parsed) return text;
  return buildShape(type, parsed.lines, metres === "" ? 0 : metres) ?? "";
}

/** The range of a zone: drawn on a map, or typed as coordinates. */
export function ShapeField({
  id,
  label,
  value,
  error,
  required,
  disabled,
  onChange,
  onBlur,
}: CustomFieldProps) {
  const [typed, setTyped] = useState<{ readonly parts: Parts; readonly value: unknown }>(() => ({
    parts: toParts(value),
    value,
  }));
  const [isDrawing, setDrawing] = useState(false);
  // A restored draft or another user's version replaces what was typed.
  const isTyped = JSON.stringify(typed.value) === JSON.stringify(value);
  const parts = isTyped ? typed.parts : toParts(value);
  const { type, text, metres } = parts;
  const change = (patch: Partial<Parts>) => {
    const next = { ...parts, ...patch };
    const nextValue = toValue(next);
    setTyped({ parts: next, value: nextValue });
    onChange(nextValue);
  };
  const parsed = parseCoordinates(text);
  const shape = zoneShape.safeParse(value);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="形状"
          disabled={disabled}
          data={Object.entries(typeLabels).map(([option, name]) => ({ value: option, label: name }))}
          value={type}
          onChange={(option) => {
            const next = zoneTypes.find((one) => one === option) ?? "Polygon";
            change({ type: next, metres: metres || defaultMetres[next] });
          }}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconMapPin size={14} />}
          disabled={disabled}
          onClick={() => setDrawing(true)}
        >
          在地图上绘制
        </Button>
      </Group>
      <Textarea
        id={id}
        label={`${label}（WGS-84 坐标）`}
        description={hints[type]}
        placeholder="116.397128, 39.916527"
        withAsterisk={required}
        error={"error" in parsed ? parsed.error : error}
        disabled={disabled}
        autosize
        minRows={type === "Circle" ? 1 : 4}
        maxRows={10}
        value={text}
        onBlur={onBlur}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {type !== "Polygon" && (
        <NumberField
          label={metresLabels[type]}
          value={metres}
          disabled={disabled}
          hideControls
          onBlur={onBlur}
          onChange={(next) => change({ metres: typeof next === "number" ? next : Number(next) || "" })}
        />
      )}
      {shape.success && (
        <Text size="xs" c="dimmed">
          {describeShape(shape.data)}
        </Text>
      )}
      {isDrawing && (
        <ZoneMapDialog
          value={shape.success ? shape.data : null}
          initialType={type}
          onClose={() => setDrawing(false)}
          onDone={(drawn) => {
            setTyped({ parts: toParts(drawn), value: drawn });
            onChange(drawn);
            setDrawing(false);
          }}
        />
      )}
    </Stack>
  );
}

const zoneTypes = ["Polygon", "Circle", "Corridor"] as const;
