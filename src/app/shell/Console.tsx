// Styles of Mantine's packages besides the core, in Mantine's cascade layer.
import "@mantine/notifications/styles.layer.css";
import "@mantine/nprogress/styles.layer.css";
import "./print.css";
import { Notifications } from "@mantine/notifications";
import { NavigationProgress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { buildMenu } from "../../../machines/permissions.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import { type PageApi, PageApiContext, usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { Dialogs } from "../dialogs/Dialogs.tsx";
import { getMenuGroups } from "../routes/menuGroups.ts";
import { findPage } from "../routes/pages.ts";
import { canOpenPage } from "../routes/resolveRoute.ts";
import { type ClaimPreopened, openConsole } from "../session/openConsole.ts";
import type { SessionRuntime } from "../session/startSessionRuntime.ts";
import { SessionRuntimeContext, useSessionRuntime } from "../session/useSessionRuntime.ts";
import { Settings } from "../settings/Settings.tsx";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import { TagsView } from "../tags/TagsView.tsx";
import toastClasses from "../toast/toast.module.css";
import { toast } from "../toast/toast.tsx";
import { TopBar } from "../topbar/TopBar.tsx";
import { PageOutlet } from "./PageOutlet.tsx";
import classes from "./Shell.module.css";
import { withErrorBoundary } from "./withErrorBoundary.tsx";

/** Top bar and tags, CSS px; the style sheets' fallback for `--console-header`. */
const defaultHeightPx = 87;

/**
 * Publishes the header's height as `--console-header` in CSS px, 0 if it scrolls away. Sticky table headers and
 * scroll margins use it.
 */
function useHeaderHeight(fixed: boolean): RefObject<HTMLDivElement | null> {
  const header = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = header.current;
    if (!element) return;
    const root = document.documentElement.style;
    let publishedHeight = defaultHeightPx;
    const publish = () => {
      const height = fixed ? element.offsetHeight : 0;
      // Setting a property on the root recalculates the styles of the whole page.
      if (height === publishedHeight) return;
      publishedHeight = height;
      root.setProperty("--console-header", `${height}px`);
    };
    const observer = new ResizeObserver(publish);
    // The observer also reports the initial height, after layout; measuring here would force an extra layout.
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty("--console-header");
    };
  }, [fixed]);
  return header;
}

const SetupRequired = withErrorBoundary(
  lazyComponent(async () => (await import("./SetupRequired.tsx")).SetupRequired),
);
const MenuDrawer = withErrorBoundary(
  lazyComponent(async () => (await import("./MenuDrawer.tsx")).MenuDrawer),
);

const AlarmBar = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("../alarms/AlarmBar.tsx")).AlarmBar)),
);
const ConnectionBanner = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("./ConnectionBanner.tsx")).ConnectionBanner)),
);
const UpdateBanner = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("./UpdateBanner.tsx")).UpdateBanner)),
);

/** Keys that are pressed before its code is there wait for it. */
const Shortcuts = withErrorBoundary(
  lazyComponent(async () => (await import("../keys/Shortcuts.tsx")).Shortcuts),
);

/** Sidebar, top bar, tags, page and dialogs. */
function Shell() {
  const { layout } = useServices();
  const { user, config } = usePageApi();
  const mobile = useSelector(layout, (snapshot) => snapshot.hasTag("mobile"));
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const { tagsView, fixedHeader, sidebarLogo } = useSelector(layout, ({ context }) => context.settings);
  const { passwordWarning, secondFactor } = useSessionRuntime();
  const mustChange = useSelector(passwordWarning, ({ context }) => context.mustChange);
  const mustEnable = useSelector(secondFactor, ({ context }) => context.required);
  const menu = buildMenu(user, getMenuGroups(config.extensions));
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
        {/* No <header>: each Mantine dialog has one, and a page may have only one banner landmark. */}
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
          <UpdateBanner />
          <ConnectionBanner />
          {config.extensions && <AlarmBar />}
        </div>
        <main id="content" className={classes.content} tabIndex={-1}>
          {mustChange || mustEnable ? (
            <SetupRequired setup={mustChange ? "password" : "secondFactor"} />
          ) : (
            <PageOutlet />
          )}
        </main>
      </div>
      <Settings />
      <Dialogs />
      <Shortcuts />
    </div>
  );
}

/** Calls `startDeferred` after the first paint; React may run the first effect before it. */
function AfterFirstPaint({ startDeferred }: { readonly startDeferred: () => void }) {
  const painted = useDeferredValue(true, false);
  useEffect(() => {
    if (painted) startDeferred();
  }, [painted, startDeferred]);
  return null;
}

export { preloadPage } from "../routes/pages.ts";
export { preopenFromStorage } from "../session/openConsole.ts";

// Rendered only with a lock; the shell waits for its code, so that the lock screen can always cover it.
const LockableShell = lazyComponent(async () => (await import("../lock/LockableShell.tsx")).default);

export interface ConsoleProps {
  readonly token: string;
  readonly user: StoredUser;
  /** Hands over a console that was opened before the first render, if it is this session's. */
  readonly claimPreopened: ClaimPreopened | undefined;
}

/** The console of one session: provides the session runtime and the page API to the shell. */
export default function Console({ token, user, claimPreopened }: ConsoleProps) {
  const services = useServices();
  const navigate = useNavigate();
  const [runtime, setRuntime] = useState<SessionRuntime | null>(null);
  const initialProps = useRef({ user, navigate, claimPreopened });

  // In a layout effect, so that shell and page appear in the first paint together.
  useLayoutEffect(() => {
    const { user, navigate, claimPreopened } = initialProps.current;
    const opened = claimPreopened?.(token) ?? openConsole(services, { token, user });
    opened.setNavigate((to) => void navigate(to));
    const startedRuntime = opened.runtime;
    let unmounted = false;
    const show = () => {
      if (!unmounted) setRuntime(startedRuntime);
    };
    if (startedRuntime?.firstPageReady) void startedRuntime.firstPageReady.then(show);
    else show();
    return () => {
      unmounted = true;
      startedRuntime?.stop();
    };
  }, [services, token]);

  if (!runtime) return null;
  const { client, config, startActor } = services;
  const { storage, socket, shared: session, onExportProgress, navigate: open } = runtime;
  const canOpen = (address: string) => canOpenPage(address, user, config);
  const pageApi: PageApi = {
    client,
    config,
    user,
    toast,
    storage,
    socket,
    session,
    startActor,
    canOpen,
    open,
    EmbeddedPage,
    onExportProgress,
  };
  return (
    <SessionRuntimeContext value={runtime}>
      <PageApiContext value={pageApi}>
        <Notifications position="bottom-left" limit={5} classNames={toastClasses} />
        <AfterFirstPaint startDeferred={runtime.startDeferred} />
        {runtime.locksWhenIdle ? (
          <LockableShell runtime={runtime} user={user}>
            <Shell />
          </LockableShell>
        ) : (
          <Shell />
        )}
      </PageApiContext>
    </SessionRuntimeContext>
  );
}

/** The content of the page at this path, as a part of another page. */
function EmbeddedPage({ path }: { readonly path: string }) {
  const page = findPage(path);
  return page ? <page.Content /> : null;
}
