import { Link, useLocation } from "react-router-dom";
import { menuGroups } from "../routes/menuGroups.ts";
import classes from "./TopBar.module.css";

/** Group and page of this address. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const group = menuGroups.find(({ pages }) => pages.some(({ path }) => path === pathname));
  const page = group?.pages.find(({ path }) => path === pathname);
  if (!group || !page) return <nav aria-label="面包屑" />;
  return (
    <nav aria-label="面包屑" style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={group.path}>{group.title}</Link>
        </li>
        <li className={classes.slash} aria-hidden>
          /
        </li>
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}
