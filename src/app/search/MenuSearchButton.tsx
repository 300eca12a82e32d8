import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import classes from "../topbar/TopBar.module.css";

const MenuSearch = withErrorBoundary(lazyComponent(async () => (await import("./MenuSearch.tsx")).default));

/** Opens the search of menus and records by click or Ctrl+K; its code loads on the first opening. */
export function MenuSearchButton() {
  const [openCount, setOpenCount] = useState(0);
  const openSearch = () => setOpenCount((count) => count + 1);
  useHotkeys([["mod+K", openSearch]], []);
  return (
    <>
      <UnstyledButton className={classes.search} aria-label="搜索菜单和记录 Ctrl K" onClick={openSearch}>
        <IconSearch size={18} stroke={1.6} />
        <span className={classes.searchLabel}>搜索菜单和记录</span>
        <Kbd size="xs" className={classes.searchLabel}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {openCount > 0 && <MenuSearch openCount={openCount} />}
    </>
  );
}
