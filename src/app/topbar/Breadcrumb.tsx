import { Link, useLocation } from "react-router-dom";
import { menuGroups } from "../routes/menuGroups.ts";
import { pages } from "../routes/pages.ts";
import classes from "./TopBar.module.css";

/** Group and page of this address; the page alone where it stands in no group of the menu. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const page = pages.find(({ path }) => path === pathname);
  const group = menuGroups.find(({ path }) => path === `/${page?.group}`);
  if (!page) return <nav aria-label="面包屑" />;
  return (
    <nav aria-label="面包屑" style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {group && (
          <>
            <li>
              <Link to={group.path}>{group.title}</Link>
            </li>
            <li className={classes.slash} aria-hidden>
              /
            </li>
          </>
        )}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}
