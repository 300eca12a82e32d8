import { useLocation } from "react-router-dom";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import type { PageGroup } from "../../../machines/permissions.ts";
import type { PageEntry } from "../routes/pages.ts";
import { DroneMark } from "../theme/DroneMark.tsx";
import { FoldedGroup } from "./FoldedGroup.tsx";
import classes from "./Sidebar.module.css";
import { SidebarGroup } from "./SidebarGroup.tsx";
import { usePageLinks } from "./usePageLinks.ts";

interface Props {
  readonly menu: readonly PageGroup<PageEntry>[];
  /** Icons only. */
  readonly folded: boolean;
  readonly logo: boolean;
  /** Told when a page was chosen; the drawer then closes. */
  readonly onChoose?: () => void;
}

/** Title and menu; the same in the fixed bar and in the drawer of a small screen. */
export function Sidebar({ menu, folded, logo, onChoose }: Props) {
  const { pathname } = useLocation();
  const linkOf = usePageLinks();
  return (
    <nav className={classes.sidebar} data-folded={folded || undefined} aria-label="主菜单">
      <div className={classes.title} title={systemTitle}>
        {logo && <DroneMark size={26} />}
        {(!folded || !logo) && <span className={classes.titleText}>{folded ? "后台" : systemTitle}</span>}
      </div>
      <ul className={classes.menu}>
        {menu.map((group) =>
          folded ? (
            <FoldedGroup key={group.path} group={group} pathname={pathname} linkOf={linkOf} />
          ) : (
            <SidebarGroup key={group.path} {...{ group, pathname, linkOf, onChoose }} />
          ),
        )}
      </ul>
    </nav>
  );
}
