import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { OfferedAction } from "./rowActions.ts";

interface Props {
  readonly opener: ReactElement;
  readonly offers: readonly OfferedAction[];
  readonly onAct: (offer: OfferedAction) => void;
  readonly onClose: () => void;
}

/** The further acts of one row, open at what opens them. */
export function RowMenu({ opener, offers, onAct, onClose }: Props) {
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-end" withinPortal>
      <Menu.Target>{opener}</Menu.Target>
      <Menu.Dropdown>
        {offers.map((one) => (
          <Menu.Item
            key={one.action.name}
            {...(one.destructive && one.refusal === null ? { c: "var(--mantine-color-error)" } : {})}
            aria-disabled={one.refusal !== null}
            title={one.refusal ?? undefined}
            opacity={one.refusal === null ? 1 : 0.6}
            onClick={() => onAct(one)}
          >
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
