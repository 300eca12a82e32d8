import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconCheck, IconTextSize } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type Size, sizes } from "../../../adapters/contract/constants.ts";
import { useWiring } from "../entry/useWiring.ts";

const names: Readonly<Record<Size, string>> = {
  default: "默认 default",
  medium: "中等 medium",
  small: "小 small",
  mini: "迷你 mini",
};

/** How high the controls are; remembered in the cookie `size`. */
export function SizeMenu() {
  const { layout } = useWiring();
  const chosen = useSelector(layout, ({ context }) => context.size);
  return (
    <Menu position="bottom-end" width={168}>
      <Menu.Target>
        <Tooltip label="控件尺寸" openDelay={400}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="控件尺寸">
            <IconTextSize size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {sizes.map((size) => (
          <Menu.Item
            key={size}
            role="menuitemradio"
            aria-checked={size === chosen}
            rightSection={size === chosen && <IconCheck size={16} />}
            onClick={() => size !== chosen && layout.send({ type: "size.choose", size })}
          >
            {names[size]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
