import { ActionIcon } from "@mantine/core";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useWiring } from "../entry/useWiring.ts";
import { MenuSearchButton } from "../search/MenuSearchButton.tsx";
import { AvatarMenu } from "./AvatarMenu.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { ConnectionLight } from "./ConnectionLight.tsx";
import { FullscreenButton } from "./FullscreenButton.tsx";
import { SizeMenu } from "./SizeMenu.tsx";
import classes from "./TopBar.module.css";

/** Hamburger, breadcrumb, and the tools on the right. */
export function TopBar() {
  const { layout, config } = useWiring();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const fold = opened ? "收起菜单" : "展开菜单";
  const Fold = opened ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <div className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={fold}
        title={fold}
        aria-expanded={opened}
        onClick={() => layout.send({ type: "sidebar.toggle" })}
      >
        <Fold size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumb />
      <div className={classes.tools}>
        <MenuSearchButton />
        <ConnectionLight />
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
