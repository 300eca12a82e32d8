import { Drawer, type DrawerProps } from "@mantine/core";
import classes from "./Dialog.module.css";
import { useFocusBack } from "./useFocusBack.ts";
import { useTopmost } from "./useTopmost.ts";

/** A drawer from the right as all of them are: its close button named, its head no second banner of the page. */
export function SidePanel(props: DrawerProps) {
  useFocusBack();
  const layer = useTopmost(props.onClose);
  return (
    <Drawer
      position="right"
      size={680}
      closeButtonProps={{ "aria-label": "关闭" }}
      attributes={{ header: { role: "presentation" } }}
      classNames={{ title: classes["title"] ?? "", content: classes["content"] ?? "" }}
      {...props}
      {...layer}
    />
  );
}
