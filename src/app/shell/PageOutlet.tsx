import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { Activity, memo, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type Location, Navigate, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import type { Tag } from "../../../machines/tags.machine.ts";
import type { ComponentLoader } from "../../loading/createLazy.tsx";
import { lazyComponent, loadWithRetry } from "../../loading/lazyComponent.tsx";
import type { PageComponent } from "../../pageApi/pageComponent.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { PageScopeContext } from "../../pageApi/usePageScope.ts";
import { parseRedirectState } from "../boot/loginRedirectState.ts";
import { useDocumentTitle } from "../boot/useDocumentTitle.ts";
import { useServices } from "../boot/useServices.ts";
import { findPage } from "../routes/pages.ts";
import { usePrefetchPages } from "../routes/prefetchPages.ts";
import { type Route as ConsoleRoute, resolveRoute } from "../routes/resolveRoute.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { unsavedConfirmed } from "../tags/useTagActions.ts";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import { describeCrash } from "./describeCrash.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface PageErrorProps {
  readonly title: string;
  readonly loader: ComponentLoader<PageComponent>;
  readonly error: Error;
  readonly onRetry: () => void;
}

// The messages of Chromium, Firefox and Safari, and of Vite, for a chunk or style sheet that does not load.
const chunkLoadErrorPattern = /dynamically imported module|module script failed|preload CSS/i;

/** Replaces a page that threw an error. A page whose code did not load is retried automatically. */
function PageError({ title, loader, error, onRetry }: PageErrorProps) {
  const chunkMissing = chunkLoadErrorPattern.test(error.message);
  useEffect(() => nprogress.complete(), []);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!chunkMissing) return;
    return loadWithRetry(loader, { onLoad: () => retry() });
  }, [loader, chunkMissing]);
  return (
    <Paper withBorder radius="md" p="xl" role="alert">
      <Stack align="center" gap="sm" py="xl" ta="center">
        <IconAlertTriangle size={44} stroke={1.4} color="var(--mantine-color-error)" />
        <Title order={1} size="h3">
          {chunkMissing ? `「${title}」未能加载` : `「${title}」出错了`}
        </Title>
        <Text c="dimmed">
          {chunkMissing
            ? "网络中断，或控制台已更新到新版本。正在自动重试；若一直没有恢复，请重新加载整个控制台。"
            : "其他页面不受影响。请重试；若仍出现，请把下面的信息告诉管理员。"}
        </Text>
        {!chunkMissing && <Code block>{describeCrash(error)}</Code>}
        <Group>
          <Button onClick={() => (chunkMissing ? location.reload() : onRetry())}>
            {chunkMissing ? "重新加载" : word.retry}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface CachedPageProps {
  readonly tag: Tag;
  readonly visible: boolean;
  readonly location: Location | string;
}

/** A visited page; hidden with its state while another page is visible, and rendered at its own location. */
const CachedPage = memo(function CachedPage({ tag, visible, location }: CachedPageProps) {
  const { scopes } = useSessionRuntime();
  const [scope] = useState(() => scopes.forTag(tag));
  const page = findPage(tag.path);
  if (!page) return null;
  return (
    <Activity mode={visible ? "visible" : "hidden"}>
      <ErrorBoundary
        fallback={(error, retry) => (
          <PageError title={tag.title} loader={page.Component} error={error} onRetry={retry} />
        )}
      >
        <PageScopeContext value={scope}>
          <Routes location={location}>
            <Route path={page.path} element={<page.Component />} />
          </Routes>
        </PageScopeContext>
      </ErrorBoundary>
    </Activity>
  );
});

interface Props {
  readonly path: string;
  readonly search: string;
  /** Whether the user has already confirmed to lose unsaved content. */
  readonly confirmed: boolean;
  /** Called with the path of the cached page to show behind the prompt, and with null after it. */
  readonly onPin: (path: string | null) => void;
}

/** `/redirect/{path}`: resets the cached page and navigates back to it; asks first if unsaved content would be lost. */
function RefreshPage({ path, search, confirmed, onPin }: Props) {
  const { tags } = useSessionRuntime();
  const navigate = useNavigate();
  const { unsavedPrompt, confirmUnsaved } = useUnsavedPrompt();
  const returnToPage = () => {
    const cachedTag = tags.getSnapshot().context.tags.find((tag) => tag.path === path);
    void navigate(cachedTag?.location ?? path, { replace: true });
  };
  const startRefresh = useEffectEvent(() => {
    const refresh = () => {
      tags.send({ type: "tag.refresh", path });
      void navigate(path + search, { replace: true });
    };
    if (!confirmed) return confirmUnsaved([path], refresh);
    refresh();
    return false;
  });
  useLayoutEffect(() => {
    if (startRefresh()) onPin(path);
    return () => onPin(null);
  }, [path, onPin]);
  return <LazyUnsavedDialog unsavedPrompt={unsavedPrompt && { ...unsavedPrompt, cancel: returnToPage }} />;
}

/** Titles of the routes that are no pages; redirects have none. */
const screenTitles: Partial<Record<ConsoleRoute["kind"], string>> = {
  qa: "运行中的状态机",
  forbidden: "无权访问",
  unknown: "页面不存在",
};
const SignedInAuthRedirect = lazyComponent(
  async () => (await import("./SignedInAuthRedirect.tsx")).default,
  PageSkeleton,
);
const StatusScreen = lazyComponent(
  async () => (await import("./StatusScreen.tsx")).StatusScreen,
  PageSkeleton,
);
const QaPage = lazyComponent(async () => (await import("../qa/QaPage.tsx")).default, PageSkeleton);

/** Renders the page of the address, hidden cached pages beside it, or a status screen in its place. */
export function PageOutlet() {
  const { tags: tagsActor, socket } = useSessionRuntime();
  const { user, config } = usePageApi();
  const { recorder } = useServices();
  const qa = recorder !== null && (import.meta.env.DEV || user.roles.includes("admin"));
  const location = useLocation();
  const tags = useSelector(tagsActor, ({ context }) => context.tags);
  const route = resolveRoute(location.pathname, user, { qa, extensions: config.extensions });
  const page = route.kind === "page" ? route.page : null;
  const address = location.pathname + location.search + location.hash;
  // The page to show behind the prompt for its unsaved content.
  const [pinnedPath, setPinnedPath] = useState<string | null>(null);
  usePrefetchPages(user, page?.group);
  const tagTitle = tags.find(({ path }) => path === location.pathname)?.title;
  useDocumentTitle(page ? (tagTitle ?? page.title) : screenTitles[route.kind]);

  useLayoutEffect(() => {
    if (page)
      tagsActor.send({
        type: "page.visit",
        page: { path: location.pathname, title: page.title, location: address },
      });
  }, [tagsActor, page, location.pathname, address]);
  useLayoutEffect(() => {
    if (!location.pathname) return;
    // The completion of an earlier run may still be animating.
    nprogress.reset();
    nprogress.start();
  }, [location.pathname]);

  const redirectTarget = location.pathname === "/" ? parseRedirectState(location.state).from : null;
  return (
    <>
      {tags
        .filter(({ cached }) => cached)
        .map((tag) => {
          const visible = tag.path === (page ? location.pathname : pinnedPath);
          return (
            <CachedPage
              key={`${tag.path}#${tag.key}`}
              tag={tag}
              visible={visible}
              location={visible && page ? location : tag.location}
            />
          );
        })}
      {route.kind === "redirect" && <Navigate to={redirectTarget ?? route.to} replace />}
      {route.kind === "refresh" && (
        <RefreshPage
          key={address}
          path={route.path}
          search={location.search}
          confirmed={location.state === unsavedConfirmed}
          onPin={setPinnedPath}
        />
      )}
      {route.kind === "authReturn" && <SignedInAuthRedirect />}
      {route.kind === "qa" && recorder && (
        <QaPage recorder={recorder} socket={socket} onMount={() => nprogress.complete()} />
      )}
      {route.kind === "forbidden" && <StatusScreen code="401" />}
      {route.kind === "unknown" && <StatusScreen code="404" />}
    </>
  );
}
