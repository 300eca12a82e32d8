import { nprogress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { useLayoutEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { brought } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";
import { arrivalOf } from "../entry/leaveReasons.ts";
import { useTitle } from "../entry/useTitle.ts";
import { useWiring } from "../entry/useWiring.ts";
import { type Route, routeOf } from "../routes/routeOf.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { asked } from "../tags/useTagActs.ts";
import { KeptPage } from "./KeptPage.tsx";
import { PageWaiting } from "./PageWaiting.tsx";
import { RefreshPage } from "./RefreshPage.tsx";

/** Of what is no page; an address that only leads on has none. */
const titles: Partial<Record<Route["kind"], string>> = {
  qa: "运行中的状态机",
  forbidden: "401",
  unknown: "404",
};
const AuthReturned = brought(async () => (await import("./AuthReturned.tsx")).default, PageWaiting);
const StatusScreen = brought(async () => (await import("./StatusScreen.tsx")).StatusScreen, PageWaiting);
const QaPage = brought(async () => (await import("../qa/QaPage.tsx")).default, PageWaiting);

/** The one router view: the page of this address, the kept ones hidden beside it, or what stands in its place. */
export function Screens() {
  const { tags: tagsActor, socket } = useRuntime();
  const { user, config } = useConsole();
  const { recorder } = useWiring();
  const qa = recorder !== null && (import.meta.env.DEV || user.roles.includes("admin"));
  const location = useLocation();
  const tags = useSelector(tagsActor, ({ context }) => context.tags);
  const route = routeOf(location.pathname, user.roles, { qa, extensions: config.extensions });
  const page = route.kind === "page" ? route.page : null;
  const address = location.pathname + location.search + location.hash;
  // The page that stays in sight while one is asked whether to refresh it.
  const [held, setHeld] = useState<string | null>(null);
  useTitle(page?.title ?? titles[route.kind]);

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

  const target = location.pathname === "/" ? arrivalOf(location.state).from : null;
  return (
    <>
      {tags
        .filter(({ cached }) => cached)
        .map((tag) => {
          const shown = tag.path === (page?.path ?? held);
          return (
            <KeptPage
              key={`${tag.path}#${tag.key}`}
              tag={tag}
              shown={shown}
              location={shown && page ? location : tag.location}
            />
          );
        })}
      {route.kind === "redirect" && <Navigate to={target ?? route.to} replace />}
      {route.kind === "refresh" && (
        <RefreshPage
          key={address}
          path={route.path}
          search={location.search}
          answered={location.state === asked}
          onHold={setHeld}
        />
      )}
      {route.kind === "authReturn" && <AuthReturned />}
      {route.kind === "qa" && recorder && (
        <QaPage recorder={recorder} socket={socket} onShown={() => nprogress.complete()} />
      )}
      {route.kind === "forbidden" && <StatusScreen code="401" />}
      {route.kind === "unknown" && <StatusScreen code="404" />}
    </>
  );
}
