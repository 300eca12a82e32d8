import { ActionIcon, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRow, Column } from "../listDefinition.ts";
import classes from "./ColumnSettings.module.css";
import {
  arrangeColumns,
  type ColumnState,
  type ListPreferences,
  moveColumn,
  setColumnVisible,
} from "./columnLayout.ts";
import type { ListPreferencesApi } from "./listPreferences.ts";

interface Props {
  readonly columns: readonly Column<AnyRow>[];
  readonly preferencesApi: ListPreferencesApi;
}

/** Checkboxes to show and hide columns, with handles and arrows to move them. */
export function ColumnList({ columns, preferencesApi: { preferences, update } }: Props) {
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const getColumnStates = (latest: ListPreferences) => arrangeColumns(columns, latest.columns ?? []);
  const columnStates = getColumnStates(preferences);
  const updateColumns = (updater: (columnStates: readonly ColumnState[]) => ColumnState[]) =>
    update((latest) => ({ ...latest, columns: updater(getColumnStates(latest)) }));
  // By key: in the stored layout they may have other positions than on this screen.
  const moveTo = (index: number, to: number) =>
    updateColumns((latest) => {
      const indexOf = (column: ColumnState | undefined) => latest.findIndex(({ key }) => key === column?.key);
      return moveColumn(latest, indexOf(columnStates[index]), indexOf(columnStates[to]));
    });
  const title = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  return (
    <ul className={classes["list"]}>
      {columnStates.map(({ key, shown }, index) => (
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
          onDrop={() => drag && moveTo(drag.from, index)}
          onDragEnd={() => setDrag(null)}
        >
          <span className={classes["grip"]} aria-hidden>
            <IconGripVertical size={16} />
          </span>
          <Checkbox
            className={classes["name"]}
            label={title(key)}
            checked={shown}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              updateColumns((latest) => setColumnVisible(latest, key, checked));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`上移 ${title(key)}`}
            disabled={index === 0}
            onClick={() => moveTo(index, index - 1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`下移 ${title(key)}`}
            disabled={index === columnStates.length - 1}
            onClick={() => moveTo(index, index + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
