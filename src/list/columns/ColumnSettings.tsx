import { ActionIcon, Button, Checkbox, Group, Popover, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRow, Column } from "../definition.ts";
import classes from "./ColumnSettings.module.css";
import { arrange, type ColumnPlace, moved, shownOrNot } from "./columnLayout.ts";
import type { Remembering } from "./useListMemory.ts";

interface Props {
  readonly columns: readonly Column<AnyRow>[];
  readonly remembering: Remembering;
}

/** Which columns are shown, in which order: by mouse (drag) and by keyboard (arrows); remembered. */
export function ColumnSettings({ columns, remembering: { memory, remember } }: Props) {
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const places = arrange(columns, memory.columns ?? []);
  const keep = (next: ColumnPlace[]) => remember({ columns: next });
  const title = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  return (
    <Popover
      position="bottom-end"
      width={290}
      trapFocus
      returnFocus
      withinPortal
      middlewares={{ flip: true, shift: true, size: { padding: 12, apply: keepInWindow } }}
    >
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="列设置" title="列设置">
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="列设置">
        <Group justify="space-between" mb="xs">
          <Text fw={600} size="sm">
            列设置
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => remember({ columns: [] })}>
            恢复默认
          </Button>
        </Group>
        <ul className={classes["list"]}>
          {places.map(({ key, shown }, index) => (
            <li
              key={key}
              className={classes["item"]}
              data-over={(drag && drag.over === index && drag.from !== index) || undefined}
              draggable
              onDragStart={() => setDrag({ from: index, over: index })}
              onDragOver={(event) => {
                event.preventDefault();
                if (drag && drag.over !== index) setDrag({ ...drag, over: index });
              }}
              onDrop={() => drag && keep(moved(places, drag.from, index))}
              onDragEnd={() => setDrag(null)}
            >
              <span className={classes["grip"]} aria-hidden>
                <IconGripVertical size={16} />
              </span>
              <Checkbox
                className={classes["name"]}
                label={title(key)}
                checked={shown}
                onChange={(event) => keep(shownOrNot(places, key, event.currentTarget.checked))}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`上移 ${title(key)}`}
                disabled={index === 0}
                onClick={() => keep(moved(places, index, index - 1))}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`下移 ${title(key)}`}
                disabled={index === places.length - 1}
                onClick={() => keep(moved(places, index, index + 1))}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The list of columns scrolls in what room the window leaves, px. */
function keepInWindow({
  availableHeight,
  elements,
}: {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}) {
  elements.floating.style.setProperty("--list-room", `${Math.floor(availableHeight)}px`);
}
