import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import classes from "../topbar/TopBar.module.css";

const MenuSearch = withErrorBoundary(lazyComponent(async () => (await import("./MenuSearch.tsx")).default));

/** Opens the search of menus and records by click or Ctrl+K; its code loads on the first opening. */
export function MenuSearchButton() {
  const [openCount, setOpenCount] = useState(0);
  const { startTyping, takeTyped } = useTypedAhead();
  const openSearch = () => {
    // It may be open already: then it has the focus.
    if (!document.activeElement?.closest("[role=dialog]")) startTyping();
    setOpenCount((count) => count + 1);
  };
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
      {openCount > 0 && <MenuSearch openCount={openCount} takeTyped={takeTyped} />}
    </>
  );
}

/** How long keys are kept for a search that does not come, ms. */
const typedAheadMs = 5_000;

/** Keeps what is typed before the search has the focus: the letters would act as shortcuts of the page. */
function useTypedAhead() {
  const typed = useRef("");
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    typed.current = "";
    const keepKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", keepKey, true);
    const timer = setTimeout(() => setIsWaiting(false), typedAheadMs);
    return () => {
      document.removeEventListener("keydown", keepKey, true);
      clearTimeout(timer);
    };
  }, [isWaiting]);
  return {
    startTyping: () => setIsWaiting(true),
    /** What was typed since the search was opened; null once it was taken. */
    takeTyped() {
      if (!isWaiting) return null;
      setIsWaiting(false);
      return typed.current;
    },
  };
}
