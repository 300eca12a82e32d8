import { nprogress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { parseRedirectState } from "../boot/loginRedirectState.ts";
import { useDocumentTitle } from "../boot/useDocumentTitle.ts";
import { useServices } from "../boot/useServices.ts";
import { type Route, resolveRoute } from "../routes/resolveRoute.ts";
import { usePrefetchPages } from "../routes/usePrefetchPages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { unsavedConfirmed } from "../tags/useTagActions.ts";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import { CachedPage } from "./CachedPage.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface Props {
  readonly path: string;
  readonly search: string;
  /** Whether one was asked before the way here. */
  readonly confirmed: boolean;
  /** Told which kept page is to stay in sight while one is asked, and null once that is over. */
  readonly onPin: (path: string | null) => void;
}

/** `/redirect/{path}`: forgets what was kept of the page and goes there again; asks first where that loses something. */
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

/** Of what is no page; an address that only leads on has none. */
const screenTitles: Partial<Record<Route["kind"], string>> = {
  qa: "运行中的状态机",
  forbidden: "401",
  unknown: "404",
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

/** The one router view: the page of this address, the kept ones hidden beside it, or what stands in its place. */
export function PageOutlet() {
  const { tags: tagsActor, socket } = useSessionRuntime();
  const { user, config } = usePageApi();
  const { recorder } = useServices();
  const qa = recorder !== null && (import.meta.env.DEV || user.roles.includes("admin"));
  const location = useLocation();
  const tags = useSelector(tagsActor, ({ context }) => context.tags);
  const route = resolveRoute(location.pathname, user.roles, { qa, extensions: config.extensions });
  const page = route.kind === "page" ? route.page : null;
  const address = location.pathname + location.search + location.hash;
  // The page that stays in sight while one is asked whether to refresh it.
  const [pinnedPath, setPinnedPath] = useState<string | null>(null);
  usePrefetchPages(user.roles, page?.group);
  useDocumentTitle(page?.title ?? screenTitles[route.kind]);

  useLayoutEffect(() => {
    if (page)
      tagsActor.send({
        type: "page.visit",
        page: { path: page.path, title: page.title, location: address },
      });
  }, [tagsActor, page, address]);
  useLayoutEffect(() => {
    if (!location.pathname) return;
    // The end of an earlier one may still be on its way.
    nprogress.reset();
    nprogress.start();
  }, [location.pathname]);

  const redirectTarget = location.pathname === "/" ? parseRedirectState(location.state).from : null;
  return (
    <>
      {tags
        .filter(({ cached }) => cached)
        .map((tag) => {
          const visible = tag.path === (page?.path ?? pinnedPath);
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
