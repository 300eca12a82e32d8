import { Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { Asked } from "./CoordinateMenu.tsx";
import { inDegrees, inMinutes } from "./formatCoordinates.ts";

interface Props {
  readonly asked: Asked;
  readonly onClose: () => void;
  readonly onCopied: (text: string) => void;
  readonly onRefused: () => void;
}

/** The coordinates of a place on the map to copy, in two spellings. */
export function CoordinateChoices({ asked, onClose, onCopied, onRefused }: Props) {
  const copy = (text: string) => {
    onClose();
    // Without https there is no clipboard at all.
    if (!navigator.clipboard) return onRefused();
    navigator.clipboard.writeText(text).then(() => onCopied(text), onRefused);
  };
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal={false} trapFocus>
      <Menu.Target>
        <span style={{ position: "absolute", left: asked.left, top: asked.top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>复制坐标（WGS-84）</Menu.Label>
        {[inDegrees(asked.at), inMinutes(asked.at)].map((text) => (
          <Menu.Item key={text} leftSection={<IconCopy size={14} />} onClick={() => copy(text)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
