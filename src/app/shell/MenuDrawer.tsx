import { Drawer } from "@mantine/core";
import { sidebarWidthPx, systemTitle } from "../../../adapters/contract/constants.ts";
import type { PageGroup } from "../../../machines/permissions.ts";
import type { PageEntry } from "../routes/pages.ts";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import classes from "./Shell.module.css";
import { useOpenedAfterMount } from "./useOpenedAfterMount.ts";

interface Props {
  readonly menu: readonly PageGroup<PageEntry>[];
  readonly logo: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The menu on a small screen, as a drawer over the page. */
export function MenuDrawer({ menu, logo, opened, onClose }: Props) {
  return (
    <Drawer
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      size={sidebarWidthPx}
      padding={0}
      withCloseButton={false}
      classNames={{ body: classes.drawerBody, content: classes.drawerContent }}
      attributes={{ content: { "aria-label": systemTitle } }}
      transitionProps={{ duration: 150 }}
    >
      <Sidebar menu={menu} collapsed={false} logo={logo} onSelect={onClose} />
    </Drawer>
  );
}
