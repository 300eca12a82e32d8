import { ActionIcon, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin } from "@tabler/icons-react";
import { useState } from "react";
import { maxPinned } from "../../../adapters/contract/columnLimits.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import classes from "./ColumnSettings.module.css";
import {
  arrangeColumns,
  type ColumnState,
  type ListPreferences,
  moveColumn,
  setColumnPinned,
  setColumnVisible,
  setColumnWidth,
} from "./columnLayout.ts";
import type { ListPreferencesApi } from "./listPreferences.ts";

interface Props {
  readonly columns: readonly Column<AnyRow>[];
  readonly preferencesApi: Pick<ListPreferencesApi, "preferences" | "update">;
  /** Of a table, whose columns have widths and can be pinned; a file has neither. */
  readonly hasLayout?: boolean;
}

/** Checkboxes to show and hide columns, with their widths, pins, and handles and arrows to move them. */
export function ColumnList({ columns, preferencesApi: { preferences, update }, hasLayout = true }: Props) {
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
  const isFull = columnStates.filter(({ pinned }) => pinned).length >= maxPinned;
  const title = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  return (
    <ul className={classes["list"]}>
      {columnStates.map(({ key, shown, pinned = false, width }, index) => (
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
          {hasLayout && (
            <LayoutControls
              title={title(key)}
              state={{ key, shown, pinned, ...(width === undefined ? {} : { width }) }}
              usualWidth={columns.find((column) => column.key === key)?.width}
              isFull={isFull}
              onChange={updateColumns}
            />
          )}
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

interface LayoutControlsProps {
  readonly title: string;
  readonly state: ColumnState;
  /** Of the page, px. */
  readonly usualWidth: number | undefined;
  /** As many columns are pinned as may be. */
  readonly isFull: boolean;
  readonly onChange: (updater: (columns: readonly ColumnState[]) => ColumnState[]) => void;
}

/** The width of a column in pixels, and its pin. */
function LayoutControls({ title, state, usualWidth, isFull, onChange }: LayoutControlsProps) {
  const { key, pinned = false, width } = state;
  return (
    <>
      <input
        // A width that was dragged, or restored, is shown.
        key={width ?? "own"}
        className={classes["width"]}
        inputMode="numeric"
        aria-label={`列宽 ${title}`}
        title="列宽，像素；也可以拖动表头右侧的边线"
        maxLength={3}
        placeholder={String(usualWidth ?? "")}
        defaultValue={width ?? ""}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        onBlur={({ currentTarget: { value } }) => {
          const px = /^\d+$/.test(value) ? Number(value) : null;
          if (px !== (width ?? null)) onChange((latest) => setColumnWidth(latest, key, px));
        }}
      />
      <ActionIcon
        variant={pinned ? "light" : "subtle"}
        {...(pinned ? {} : { color: "gray" })}
        size="sm"
        aria-label={`固定 ${title}`}
        aria-pressed={pinned}
        disabled={!pinned && isFull}
        title={!pinned && isFull ? `最多固定 ${maxPinned} 列` : pinned ? "取消固定" : "固定在左侧"}
        onClick={() => onChange((latest) => setColumnPinned(latest, key, !pinned))}
      >
        <IconPin size={14} />
      </ActionIcon>
    </>
  );
}
