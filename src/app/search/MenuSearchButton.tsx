import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { holdKeysForDialog } from "../../loading/keyHolds.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import classes from "../topbar/TopBar.module.css";

const MenuSearch = withErrorBoundary(lazyComponent(async () => (await import("./MenuSearch.tsx")).default));

/** Whether the search is open, with the focus in it. */
const isSearching = () =>
  document.activeElement?.matches(
    "[role=dialog]:has([data-menu-search]), [role=dialog]:has([data-menu-search]) *",
  ) ?? false;

/** Opens the search of menus and records by click or Ctrl+K; its code loads when the page is idle. */
export function MenuSearchButton() {
  const [openCount, setOpenCount] = useState(0);
  const openSearch = () => {
    // Escape closes it by itself once it is there.
    if (!isSearching()) holdKeysForDialog(() => MenuSearch.getLoaded() === null && setOpenCount(0));
    setOpenCount((count) => count + 1);
  };
  useHotkeys([["mod+K", openSearch]], []);
  // Opening it retries a failed preload.
  useEffect(() => runAfterStartup(() => void MenuSearch.preload().catch(() => undefined)), []);
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
