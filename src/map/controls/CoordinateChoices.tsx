import { Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { formatDecimalDegrees, formatDms } from "./formatCoordinates.ts";

/** Position of the context menu: map pixels, and longitude and latitude. */
export interface MenuAnchor {
  readonly left: number;
  readonly top: number;
  readonly at: readonly [number, number];
}

interface Props {
  readonly anchor: MenuAnchor;
  readonly onClose: () => void;
  readonly onCopy: (text: string) => void;
  readonly onCopyError: () => void;
}

/** Menu that copies a position's coordinates in two formats. */
export function CoordinateChoices({ anchor, onClose, onCopy, onCopyError }: Props) {
  const copy = (text: string) => {
    onClose();
    // `navigator.clipboard` is undefined without HTTPS.
    if (!navigator.clipboard) return onCopyError();
    navigator.clipboard.writeText(text).then(() => onCopy(text), onCopyError);
  };
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal={false} trapFocus>
      <Menu.Target>
        <span style={{ position: "absolute", left: anchor.left, top: anchor.top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>复制坐标（WGS-84）</Menu.Label>
        {[formatDecimalDegrees(anchor.at), formatDms(anchor.at)].map((text) => (
          <Menu.Item key={text} leftSection={<IconCopy size={14} />} onClick={() => copy(text)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
