import { Link } from "react-router-dom";
import { canAccessPage } from "../../../machines/permissions.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { deskPath } from "../routes/menuGroups.ts";
import { type PageEntry, pages } from "../routes/pages.ts";
import classes from "./Sidebar.module.css";
import type { usePageLinks } from "./usePageLinks.ts";

const ownPages = pages
  .filter(({ group, hidden }) => group === "own" && !hidden)
  .sort((a, b) => a.order - b.order);

interface Props {
  /** The desk stands above the specified menu, the others below it. */
  readonly place: "top" | "below";
  readonly collapsed: boolean;
  readonly pathname: string;
  readonly getLinkProps: ReturnType<typeof usePageLinks>;
  readonly onSelect: (() => void) | undefined;
}

/** Links to pages that the specification's menu does not have, by role; none where the platform lacks their calls. */
export function OwnPages({ place, collapsed, pathname, getLinkProps, onSelect }: Props) {
  const { config, user } = usePageApi();
  const isHere = ({ path }: PageEntry) => (path === deskPath) === (place === "top");
  const links = ownPages.filter((page) => isHere(page) && canAccessPage(user, page));
  if (!config.extensions || links.length === 0) return null;
  return (
    <ul className={classes.own} data-place={place} aria-label={place === "top" ? "首页" : "更多页面"}>
      {links.map((page) => (
        <li key={page.path}>
          <Link
            to={page.path}
            className={classes.group}
            aria-current={page.path === pathname ? "page" : undefined}
            {...(collapsed ? { title: page.title, "aria-label": page.title } : {})}
            {...getLinkProps(page, onSelect)}
          >
            <page.icon size={collapsed ? 20 : 18} stroke={1.6} />
            {!collapsed && <span className={classes.label}>{page.title}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
