import { ActionIcon, Menu } from "@mantine/core";
import { IconTextSize } from "@tabler/icons-react";
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
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="控件尺寸" title="控件尺寸">
          <IconTextSize size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen}
          onChange={(value) => {
            const size = sizes.find((known) => known === value);
            if (size && size !== chosen) layout.send({ type: "size.choose", size });
          }}
        >
          {sizes.map((size) => (
            <Menu.RadioItem key={size} value={size} closeMenuOnClick>
              {names[size]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
