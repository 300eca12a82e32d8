import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import classes from "./ListTable.module.css";
import { type OfferedAction, offered } from "./rowActions.ts";

interface Props {
  readonly row: AnyRow;
  readonly title: string;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly narrow: boolean;
  readonly onAct: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** The acts of one row. Plain buttons: a table holds hundreds; a menu is built when it is opened. */
export function RowActions({ row, title, actions, narrow, onAct }: Props) {
  const { user, say } = useConsole();
  const [open, setOpen] = useState(false);
  const { inSight, more } = offered(actions, row, user.id, narrow ? 0 : undefined);
  const act = ({ action, refusal }: OfferedAction) =>
    refusal === null ? onAct(action, row) : say.warning(refusal);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The opener is another element once the menu is gone: the menu itself cannot give the focus back to it.
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const opener = (
    <button
      ref={button}
      type="button"
      className={`${classes["action"]} ${classes["more"]}`}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={`更多操作 ${title}`}
      onClick={() => setOpen(true)}
    >
      {narrow ? "操作" : "更多"}
      <IconChevronDown size={14} aria-hidden />
    </button>
  );
  return (
    <span className={classes["actions"]}>
      {inSight.map((one) => (
        <button
          key={one.action.name}
          type="button"
          className={classes["action"]}
          data-destructive={one.destructive || undefined}
          aria-disabled={one.refusal !== null}
          aria-label={`${one.label} ${title}`}
          title={one.refusal ?? undefined}
          onClick={() => act(one)}
        >
          {one.label}
        </button>
      ))}
      {more.length > 0 &&
        (open ? (
          <Menu opened onChange={setOpen} position="bottom-end" withinPortal returnFocus>
            <Menu.Target>{opener}</Menu.Target>
            <Menu.Dropdown>
              {more.map((one) => (
                <Menu.Item
                  key={one.action.name}
                  {...(one.destructive ? { c: "var(--mantine-color-error)" } : {})}
                  aria-disabled={one.refusal !== null}
                  title={one.refusal ?? undefined}
                  opacity={one.refusal === null ? 1 : 0.6}
                  onClick={() => act(one)}
                >
                  {one.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          opener
        ))}
    </span>
  );
}
