import { NavigationProgress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { menuFor } from "../../../machines/permissions.ts";
import { brought } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";
import { Dialogs } from "../dialogs/Dialogs.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { menuGroups } from "../routes/menuGroups.ts";
import { useIdleFetching } from "../routes/useIdleFetching.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { Settings } from "../settings/Settings.tsx";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import { TagsView } from "../tags/TagsView.tsx";
import { TopBar } from "../topbar/TopBar.tsx";
import { apart } from "./apart.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { Screens } from "./Screens.tsx";
import classes from "./Shell.module.css";
import { useHeaderHeight } from "./useHeaderHeight.ts";

const PasswordFirst = apart(brought(async () => (await import("./PasswordFirst.tsx")).PasswordFirst));
const MenuDrawer = apart(brought(async () => (await import("./MenuDrawer.tsx")).MenuDrawer));

/** Sidebar, top bar, tags, the page, and the dialogs over it. */
export function Shell() {
  const { layout } = useWiring();
  const { user } = useConsole();
  const mobile = useSelector(layout, (snapshot) => snapshot.hasTag("mobile"));
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const { tagsView, fixedHeader, sidebarLogo } = useSelector(layout, ({ context }) => context.settings);
  const { passwordWarning } = useRuntime();
  const mustChange = useSelector(passwordWarning, ({ context }) => context.mustChange);
  const menu = menuFor(user.roles, menuGroups);
  useIdleFetching(user.roles);
  const header = useHeaderHeight(fixedHeader);
  const leaveDrawer = () => layout.send({ type: "drawer.leave" });
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        跳到主要内容
      </a>
      {mobile ? (
        <MenuDrawer menu={menu} logo={sidebarLogo} opened={opened} onLeave={leaveDrawer} />
      ) : (
        <div className={classes.aside}>
          <Sidebar menu={menu} folded={!opened} logo={sidebarLogo} />
        </div>
      )}
      <div className={classes.main}>
        {/* No <header>: Mantine's dialogs bring one each, and a page has one banner. */}
        <div
          ref={header}
          role="region"
          aria-label="顶栏"
          className={classes.header}
          data-fixed={fixedHeader || undefined}
        >
          <NavigationProgress size={2} withinPortal={false} aria-label="页面加载进度" />
          <TopBar />
          {tagsView && <TagsView />}
          <ConnectionBanner />
        </div>
        <main id="content" className={classes.content} tabIndex={-1}>
          {mustChange ? <PasswordFirst /> : <Screens />}
        </main>
      </div>
      <Settings />
      <Dialogs />
    </div>
  );
}
