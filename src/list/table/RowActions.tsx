import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { type AvailableAction, availableActions } from "./availableActions.ts";
import classes from "./RowActions.module.css";
import type { RowEvents } from "./rowEvents.ts";

interface RowMenuProps {
  readonly opener: ReactElement;
  readonly items: readonly AvailableAction[];
  readonly onAction: (action: AvailableAction) => void;
  readonly onClose: () => void;
}

/** The open 更多 menu of one record. */
export function RowMenu({ opener, items, onAction, onClose }: RowMenuProps) {
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-end" withinPortal>
      <Menu.Target>{opener}</Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item
            key={item.action.name}
            {...(item.destructive && item.refusal === null ? { c: "var(--mantine-color-error)" } : {})}
            aria-disabled={item.refusal !== null}
            onClick={() => onAction(item)}
          >
            {item.refusal === null ? item.label : <span className={classes["refused"]}>{item.label}</span>}{" "}
            {item.refusal !== null && <small className={classes["refusal"]}>{item.refusal}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Props {
  readonly row: AnyRow;
  readonly title: string;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly narrow: boolean;
  /** Whether its 更多 menu is open. */
  readonly menuOpen: boolean;
  readonly events: RowEvents;
}

/** The actions of one row. Plain stateless buttons, as a table has hundreds; the menu is mounted when opened. */
export function RowActions({ row, title, actions, userId, narrow, menuOpen, events }: Props) {
  const { inline, more } = availableActions(actions, row, userId, narrow ? 0 : undefined);
  const opener = (
    <button
      type="button"
      className={`${classes["action"]} ${classes["more"]}`}
      data-more
      aria-haspopup="menu"
      aria-expanded={menuOpen}
      aria-label={`更多操作 ${title}`}
      onClick={() => events.setMenuRow(row.id)}
    >
      {narrow ? word.action : word.showMore}
    </button>
  );
  return (
    <span className={classes["actions"]}>
      {inline.map((item) => (
        <button
          key={item.action.name}
          type="button"
          className={classes["action"]}
          data-destructive={item.destructive || undefined}
          aria-disabled={item.refusal !== null || undefined}
          aria-label={`${item.label} ${title}`}
          title={item.refusal ?? undefined}
          onClick={() => events.runAction(item, row)}
        >
          {item.label}
        </button>
      ))}
      {more.length > 0 &&
        (menuOpen ? (
          <RowMenu
            opener={opener}
            items={more}
            onAction={(item) => events.runAction(item, row)}
            onClose={() => events.setMenuRow(null)}
          />
        ) : (
          opener
        ))}
    </span>
  );
}
