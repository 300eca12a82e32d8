import { nprogress } from "@mantine/nprogress";
import { useSelector } from "@xstate/react";
import { useLayoutEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useConsole } from "../../console/useConsole.ts";
import { arrivalOf } from "../entry/leaveReasons.ts";
import { useTitle } from "../entry/useTitle.ts";
import { routeOf } from "../routes/routeOf.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { KeptPage } from "./KeptPage.tsx";
import { RefreshPage } from "./RefreshPage.tsx";
import { StatusScreen } from "./StatusScreen.tsx";

/** The one router view: the page of this address, the kept ones hidden beside it, or what stands in its place. */
export function Screens() {
  const { tags: tagsActor } = useRuntime();
  const { user } = useConsole();
  const location = useLocation();
  const tags = useSelector(tagsActor, ({ context }) => context.tags);
  const route = routeOf(location.pathname, user.roles);
  const page = route.kind === "page" ? route.page : null;
  const address = location.pathname + location.search + location.hash;
  useTitle(page?.title ?? (route.kind === "forbidden" ? "401" : "404"));

  useLayoutEffect(() => {
    if (page)
      tagsActor.send({
        type: "page.visit",
        page: { path: page.path, title: page.title, location: address },
      });
  }, [tagsActor, page, address]);
  useLayoutEffect(() => {
    if (location.pathname) nprogress.start();
  }, [location.pathname]);

  const target = location.pathname === "/" ? arrivalOf(location.state).from : null;
  return (
    <>
      {tags
        .filter(({ cached }) => cached)
        .map((tag) => {
          const shown = tag.path === page?.path;
          return (
            <KeptPage
              key={`${tag.path}#${tag.key}`}
              tag={tag}
              shown={shown}
              location={shown ? location : tag.location}
            />
          );
        })}
      {route.kind === "redirect" && <Navigate to={target ?? route.to} replace />}
      {route.kind === "refresh" && <RefreshPage path={route.path} search={location.search} />}
      {route.kind === "forbidden" && <StatusScreen code="401" />}
      {route.kind === "unknown" && <StatusScreen code="404" />}
    </>
  );
}
