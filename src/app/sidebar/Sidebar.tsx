import { useLocation } from "react-router-dom";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import type { PageGroup } from "../../../machines/permissions.ts";
import type { PageEntry } from "../routes/pages.ts";
import { DroneLogo } from "../theme/DroneLogo.tsx";
import { CollapsedGroup } from "./CollapsedGroup.tsx";
import classes from "./Sidebar.module.css";
import { SidebarGroup } from "./SidebarGroup.tsx";
import { usePageLinks } from "./usePageLinks.ts";

interface Props {
  readonly menu: readonly PageGroup<PageEntry>[];
  /** Icons only. */
  readonly collapsed: boolean;
  readonly logo: boolean;
  /** Told when a page was chosen; the drawer then closes. */
  readonly onSelect?: () => void;
}

/** Title and menu; the same in the fixed bar and in the drawer of a small screen. */
export function Sidebar({ menu, collapsed, logo, onSelect }: Props) {
  const { pathname } = useLocation();
  const getLinkProps = usePageLinks();
  return (
    <nav className={classes.sidebar} data-folded={collapsed || undefined} aria-label="主菜单">
      <div className={classes.title} title={systemTitle}>
        {logo && <DroneLogo size={26} />}
        {(!collapsed || !logo) && (
          <span className={classes.titleText}>{collapsed ? "后台" : systemTitle}</span>
        )}
      </div>
      <ul className={classes.menu}>
        {menu.map((group) =>
          collapsed ? (
            <CollapsedGroup key={group.path} group={group} pathname={pathname} getLinkProps={getLinkProps} />
          ) : (
            <SidebarGroup key={group.path} {...{ group, pathname, getLinkProps, onSelect }} />
          ),
        )}
      </ul>
    </nav>
  );
}
