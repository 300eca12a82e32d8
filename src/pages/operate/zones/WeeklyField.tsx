import { ActionIcon, Button, Chip, Fieldset, Group, Input, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import * as z from "zod/mini";
import * as word from "../../../../adapters/contract/words.ts";
import { type WeeklyHours, weeklyHours } from "../../../../adapters/contract/zone.ts";
import { createRequestId } from "../../../../adapters/http/createRequestId.ts";
import type { CustomFieldProps } from "../../../list/form/formConfig.ts";

interface Row {
  /** Names the row on the screen only. */
  readonly id: string;
  readonly days: readonly number[];
  /** `HH:mm`; the end may be 24:00, written 00:00. */
  readonly from: string;
  readonly to: string;
}

const dayNames = ["一", "二", "三", "四", "五", "六", "日"] as const;
const pad = (value: number) => String(value).padStart(2, "0");
const formatMinutes = (minutes: number) => `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`;
const parseMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

const schema = z.array(weeklyHours);

/** One row for all days with the same hours. */
function toRows(value: unknown): readonly Row[] {
  const parsed = schema.safeParse(value);
  const hours = parsed.success ? parsed.data : [];
  const groups = Map.groupBy(hours, ({ from, to }) => `${from}–${to}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        id: String(first.day * 10_000 + first.from),
        days: group.map(({ day }) => day),
        from: formatMinutes(first.from),
        to: formatMinutes(first.to),
      },
    ];
  });
}

const toWeekly = (rows: readonly Row[]): WeeklyHours[] =>
  rows.flatMap(({ days, from, to }) =>
    // An end at midnight is the end of the day.
    days.map((day) => ({ day, from: parseMinutes(from), to: parseMinutes(to) || 1_440 })),
  );

const newRow: Omit<Row, "id"> = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

/** The weekly hours in which a zone applies; none means always. */
export function WeeklyField({ id, label, value, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const [typed, setTyped] = useState(() => ({ rows: toRows(value), value }));
  // A restored draft or another user's version replaces what was chosen.
  const rows = JSON.stringify(typed.value) === JSON.stringify(value) ? typed.rows : toRows(value);
  const change = (next: readonly Row[]) => {
    const weekly = toWeekly(next);
    setTyped({ rows: next, value: weekly });
    onChange(weekly);
  };
  const changeRow = (index: number, patch: Partial<Row>) =>
    change(rows.map((row, n) => (n === index ? { ...row, ...patch } : row)));
  return (
    <Fieldset legend={label} disabled={disabled} onBlur={onBlur}>
      <Stack gap="xs">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            全天有效（在起止时间内）
          </Text>
        )}
        {rows.map((row, index) => (
          <Group key={row.id} gap="xs">
            <Chip.Group
              multiple
              value={row.days.map(String)}
              onChange={(days) => changeRow(index, { days: days.map(Number).toSorted((a, b) => a - b) })}
            >
              <Group gap={4}>
                {dayNames.map((name, n) => (
                  <Chip
                    key={name}
                    size="xs"
                    value={String(n + 1)}
                    aria-label={`第 ${index + 1} 段，周${name}`}
                  >
                    {name}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
            <Group gap={4} wrap="nowrap">
              {(["from", "to"] as const).map((end) => (
                <Input
                  key={end}
                  type="time"
                  size="xs"
                  aria-label={`第 ${index + 1} 段，${end === "from" ? word.start : word.end}`}
                  value={row[end]}
                  onChange={(event) => {
                    if (event.currentTarget.value !== "")
                      changeRow(index, { [end]: event.currentTarget.value });
                  }}
                />
              ))}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`删除第 ${index + 1} 段`}
                onClick={() => change(rows.filter((_, n) => n !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <Group gap="xs">
          <Button
            id={id}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => change([...rows, { ...newRow, id: createRequestId() }])}
          >
            添加时段
          </Button>
          <Text size="xs" c="dimmed">
            北京时间；结束早于开始表示到次日
          </Text>
        </Group>
        {error && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
