import { ActionIcon, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRow, Column } from "../definition.ts";
import classes from "./ColumnSettings.module.css";
import { arrange, type ColumnPlace, type ListMemory, moved, shownOrNot } from "./columnLayout.ts";
import type { Remembering } from "./useListMemory.ts";

interface Props {
  readonly columns: readonly Column<AnyRow>[];
  readonly remembering: Remembering;
}

/** Every column with its box, to be shown, hidden and moved. */
export function ColumnList({ columns, remembering: { memory, remember } }: Props) {
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const placesIn = (newest: ListMemory) => arrange(columns, newest.columns ?? []);
  const places = placesIn(memory);
  const rearrange = (change: (places: readonly ColumnPlace[]) => ColumnPlace[]) =>
    remember((newest) => ({ ...newest, columns: change(placesIn(newest)) }));
  // By their names: in the arrangement as it is kept, they may stand elsewhere than on this screen.
  const moveTo = (index: number, to: number) =>
    rearrange((newest) => {
      const at = (place: ColumnPlace | undefined) => newest.findIndex(({ key }) => key === place?.key);
      return moved(newest, at(places[index]), at(places[to]));
    });
  const title = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  return (
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
              rearrange((newest) => shownOrNot(newest, key, checked));
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
            disabled={index === places.length - 1}
            onClick={() => moveTo(index, index + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
