import { ActionIcon, Button, Group, Popover, Text } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { brought } from "../../console/brought.tsx";
import type { AnyRow, Column } from "../definition.ts";
import classes from "./ColumnSettings.module.css";
import type { Remembering } from "./useListMemory.ts";

const ListWaiting = () => <div className={classes["list"]} />;
const ColumnList = brought(async () => (await import("./ColumnList.tsx")).ColumnList, ListWaiting);

interface Props {
  readonly columns: readonly Column<AnyRow>[];
  readonly remembering: Remembering;
}

/** Which columns are shown, in which order: by mouse (drag) and by keyboard (arrows); remembered. */
export function ColumnSettings({ columns, remembering }: Props) {
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
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => remembering.remember((newest) => ({ ...newest, columns: [] }))}
          >
            恢复默认
          </Button>
        </Group>
        <ColumnList columns={columns} remembering={remembering} />
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
