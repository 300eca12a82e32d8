import { NavigationProgress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { buildMenu } from "../../../machines/permissions.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { Dialogs } from "../dialogs/Dialogs.tsx";
import { menuGroups } from "../routes/menuGroups.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { Settings } from "../settings/Settings.tsx";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import { TagsView } from "../tags/TagsView.tsx";
import { TopBar } from "../topbar/TopBar.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { PageOutlet } from "./PageOutlet.tsx";
import classes from "./Shell.module.css";
import { useHeaderHeight } from "./useHeaderHeight.ts";
import { withErrorBoundary } from "./withErrorBoundary.tsx";

const PasswordChangeRequired = withErrorBoundary(
  lazyComponent(async () => (await import("./PasswordChangeRequired.tsx")).PasswordChangeRequired),
);
const MenuDrawer = withErrorBoundary(
  lazyComponent(async () => (await import("./MenuDrawer.tsx")).MenuDrawer),
);

/** Sidebar, top bar, tags, the page, and the dialogs over it. */
export function Shell() {
  const { layout } = useServices();
  const { user } = usePageApi();
  const mobile = useSelector(layout, (snapshot) => snapshot.hasTag("mobile"));
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const { tagsView, fixedHeader, sidebarLogo } = useSelector(layout, ({ context }) => context.settings);
  const { passwordWarning } = useSessionRuntime();
  const mustChange = useSelector(passwordWarning, ({ context }) => context.mustChange);
  const menu = buildMenu(user.roles, menuGroups);
  const headerRef = useHeaderHeight(fixedHeader);
  const closeDrawer = () => layout.send({ type: "drawer.close" });
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        跳到主要内容
      </a>
      {mobile ? (
        <MenuDrawer menu={menu} logo={sidebarLogo} opened={opened} onClose={closeDrawer} />
      ) : (
        <div className={classes.aside}>
          <Sidebar menu={menu} collapsed={!opened} logo={sidebarLogo} />
        </div>
      )}
      <div className={classes.main}>
        {/* No <header>: Mantine's dialogs bring one each, and a page has one banner. */}
        <div
          ref={headerRef}
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
          {mustChange ? <PasswordChangeRequired /> : <PageOutlet />}
        </main>
      </div>
      <Settings />
      <Dialogs />
    </div>
  );
}
