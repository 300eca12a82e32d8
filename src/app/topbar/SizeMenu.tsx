import { ActionIcon, Menu } from "@mantine/core";
import { IconTextSize } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type Size, sizes } from "../../../adapters/contract/constants.ts";
import { useServices } from "../boot/useServices.ts";

const sizeLabels: Readonly<Record<Size, string>> = {
  default: "默认 default",
  medium: "中等 medium",
  small: "小 small",
  mini: "迷你 mini",
};

/** How high the controls are; remembered in the cookie `size`. */
export function SizeMenu() {
  const { layout } = useServices();
  const currentSize = useSelector(layout, ({ context }) => context.size);
  return (
    <Menu position="bottom-end" width={168}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="控件尺寸" title="控件尺寸">
          <IconTextSize size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={currentSize}
          onChange={(value) => {
            const size = sizes.find((candidate) => candidate === value);
            if (size && size !== currentSize) layout.send({ type: "size.choose", size });
          }}
        >
          {sizes.map((size) => (
            <Menu.RadioItem key={size} value={size} closeMenuOnClick>
              {sizeLabels[size]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
