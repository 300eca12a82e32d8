import { Menu } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type Size, sizes } from "../../../adapters/contract/constants.ts";
import { useServices } from "../boot/useServices.ts";

const sizeLabels: Readonly<Record<Size, string>> = {
  default: "默认 default",
  medium: "中等 medium",
  small: "小 small",
  mini: "迷你 mini",
};

/** The sizes of the controls, as items of a menu; the choice is saved in the cookie `size`. */
export function SizeItems() {
  const { layout } = useServices();
  const currentSize = useSelector(layout, ({ context }) => context.size);
  return (
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
  );
}
