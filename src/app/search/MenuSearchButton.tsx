import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { brought } from "../../console/brought.tsx";
import classes from "../topbar/TopBar.module.css";

const MenuSearch = brought(async () => (await import("./MenuSearch.tsx")).default);

/** Opens the search over the menu, by click or Ctrl+K; its code comes with the first opening. */
export function MenuSearchButton() {
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <UnstyledButton className={classes.search} aria-label="搜索菜单 Ctrl K" onClick={open}>
        <IconSearch size={18} stroke={1.6} />
        <span className={classes.searchWords}>搜索菜单</span>
        <Kbd size="xs" className={classes.searchWords}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {asked > 0 && <MenuSearch asked={asked} />}
    </>
  );
}
