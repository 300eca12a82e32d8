import { ActionIcon } from "@mantine/core";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useServices } from "../boot/useServices.ts";
import { MenuSearchButton } from "../search/MenuSearchButton.tsx";
import { AvatarMenu } from "./AvatarMenu.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { ConnectionIndicator } from "./ConnectionIndicator.tsx";
import { FullscreenButton } from "./FullscreenButton.tsx";
import { SizeMenu } from "./SizeMenu.tsx";
import classes from "./TopBar.module.css";

/** Hamburger, breadcrumb, and the tools on the right. */
export function TopBar() {
  const { layout, config } = useServices();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const toggleLabel = opened ? "收起菜单" : "展开菜单";
  const ToggleIcon = opened ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <div className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-expanded={opened}
        onClick={() => layout.send({ type: "sidebar.toggle" })}
      >
        <ToggleIcon size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumb />
      <div className={classes.tools}>
        <MenuSearchButton />
        <ConnectionIndicator />
        <FullscreenButton />
        <SizeMenu />
        {config.showSettings !== false && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="界面设置"
            title="界面设置"
            onClick={() => layout.send({ type: "settings.open" })}
          >
            <IconSettings size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <AvatarMenu />
      </div>
    </div>
  );
}
