import { Button, Stack, Text, Textarea } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useState } from "react";
import * as z from "zod/mini";
import { type ZoneRow, zoneCalls, zoneShape } from "../../../../adapters/contract/zone.ts";
import { zoneEditCalls } from "../../../../adapters/contract/zoneEdit.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import type { CustomFieldProps } from "../../../list/form/formConfig.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { formatCoordinates, parseCoordinates } from "./shapeText.ts";
import { restoreZone } from "./zoneForm.tsx";

const SplitMapDialog = lazyComponent(async () => (await import("./SplitMapDialog.tsx")).default);

const lineSchema = zoneEditCalls.zoneSplit.body.shape.line;
/** The zone's shape goes along, for the map. */
const splitSchema = z.object({ shape: zoneShape, line: lineSchema });
const looseSchema = z.object({ shape: zoneShape, line: z.array(z.tuple([z.number(), z.number()])) });

/** The line that splits a zone: drawn on a map, or typed. */
function SplitLineField({ id, label, value, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const parsed = looseSchema.safeParse(value);
  const { shape, line } = parsed.success ? parsed.data : { shape: null, line: [] };
  const [text, setText] = useState(() =>
    line.length > 0 ? formatCoordinates({ type: "Corridor", line, width: 1 }) : "",
  );
  const [isDrawing, setDrawing] = useState(false);
  const typed = parseCoordinates(text);
  const change = (next: readonly (readonly [number, number])[]) => onChange({ shape, line: next });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconMapPin size={14} />}
        disabled={disabled}
        onClick={() => setDrawing(true)}
      >
        在地图上画线
      </Button>
      <Textarea
        id={id}
        w="100%"
        label={`${label}（WGS-84 坐标）`}
        description="每行一个点「经度, 纬度」，从管制区外穿过到另一侧之外"
        withAsterisk
        error={"error" in typed ? typed.error : error}
        disabled={disabled}
        autosize
        minRows={3}
        value={text}
        onBlur={onBlur}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const next = parseCoordinates(currentTarget.value);
          change("error" in next ? [] : (next.lines[0] ?? []));
        }}
      />
      {line.length > 1 && <Text size="xs" c="dimmed">{`${line.length} 个点`}</Text>}
      {isDrawing && shape && (
        <SplitMapDialog
          shape={shape}
          onClose={() => setDrawing(false)}
          onDone={(drawn) => {
            setText(
              formatCoordinates({ type: "Corridor", line: drawn.map(([lng, lat]) => [lng, lat]), width: 1 }),
            );
            change(drawn);
            setDrawing(false);
          }}
        />
      )}
    </Stack>
  );
}

export const zoneSplitForm = actionForm({
  name: "zone-split",
  title: ({ name }: ZoneRow) => `拆分 ${name}`,
  call: zoneEditCalls.zoneSplit,
  detailCall: zoneCalls.zoneOne,
  submitLabel: "拆分",
  consequence: ({ name }) => `沿一条线把「${name}」分成两个管制区，类型、高度和时间不变，可以分别编辑。`,
  fields: [{ kind: "custom", name: "line", label: "拆分线", control: SplitLineField, wide: true }],
  schemas: { line: splitSchema },
  getInitialValues: ({ shape }) => ({ line: { shape, line: [] } }),
  args: ({ id, version }, { line }, requestId) => ({
    body: { id, version, line: splitSchema.parse(line).line, requestId },
  }),
  toUndo: (saved) => ({ run: (client) => restoreZone(client, saved) }),
});
