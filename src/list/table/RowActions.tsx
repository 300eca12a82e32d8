import type { AnyRow, RowAction } from "../definition.ts";
import classes from "./RowActions.module.css";
import { RowMenu } from "./RowMenu.tsx";
import { offered } from "./rowActions.ts";
import type { RowEvents } from "./rowEvents.ts";

interface Props {
  readonly row: AnyRow;
  readonly title: string;
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly narrow: boolean;
  /** Whether its further acts are open. */
  readonly menu: boolean;
  readonly events: RowEvents;
}

/** The acts of one row. Plain buttons without a state: a table holds hundreds; a menu is built when it is opened. */
export function RowActions({ row, title, actions, userId, narrow, menu, events }: Props) {
  const { inSight, more } = offered(actions, row, userId, narrow ? 0 : undefined);
  const opener = (
    <button
      type="button"
      className={`${classes["action"]} ${classes["more"]}`}
      data-more
      aria-haspopup="menu"
      aria-expanded={menu}
      aria-label={`更多操作 ${title}`}
      onClick={() => events.menu(row.id)}
    >
      {narrow ? "操作" : "更多"}
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
          aria-disabled={one.refusal !== null || undefined}
          aria-label={`${one.label} ${title}`}
          title={one.refusal ?? undefined}
          onClick={() => events.act(one, row)}
        >
          {one.label}
        </button>
      ))}
      {more.length > 0 &&
        (menu ? (
          <RowMenu
            opener={opener}
            offers={more}
            onAct={(one) => events.act(one, row)}
            onClose={() => events.menu(null)}
          />
        ) : (
          opener
        ))}
    </span>
  );
}
