import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { AvailableAction } from "./availableActions.ts";

interface Props {
  readonly opener: ReactElement;
  readonly items: readonly AvailableAction[];
  readonly onAction: (action: AvailableAction) => void;
  readonly onClose: () => void;
}

/** The open 更多 menu of one row. */
export function RowMenu({ opener, items, onAction, onClose }: Props) {
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-end" withinPortal>
      <Menu.Target>{opener}</Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item
            key={item.action.name}
            {...(item.destructive && item.refusal === null ? { c: "var(--mantine-color-error)" } : {})}
            aria-disabled={item.refusal !== null}
            title={item.refusal ?? undefined}
            opacity={item.refusal === null ? 1 : 0.6}
            onClick={() => onAction(item)}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
