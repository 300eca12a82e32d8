import { Menu } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { tagMenuWidthPx } from "../../../adapters/contract/constants.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { useOpenedAfterMount } from "../shell/useOpenedAfterMount.ts";
import { LazyUnsavedDialog } from "./LazyUnsavedDialog.tsx";
import { PageTag } from "./PageTag.tsx";
import classes from "./TagsView.module.css";
import { useTagActions } from "./useTagActions.ts";

interface TagMenu {
  readonly path: string;
  readonly affixed: boolean;
  readonly x: number;
  readonly y: number;
}

/** One tag per visited page; the active one always in view. */
export function TagsView() {
  const { tags: actor } = useSessionRuntime();
  const { pathname } = useLocation();
  const tags = useSelector(actor, ({ context }) => context.tags);
  const tagActions = useTagActions();
  const [menu, setMenu] = useState<TagMenu | null>(null);
  const [menuOpened, setMenuOpened] = useState(false);
  const menuVisible = useOpenedAfterMount(menuOpened);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    // With the layout of the next picture, instead of one of its own.
    const frame = requestAnimationFrame(() => {
      const active = list.current?.querySelector(`[data-path="${CSS.escape(pathname)}"]`);
      active?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, tags.length]);

  return (
    <nav className={classes.view} aria-label="已打开的页面">
      <ul className={classes.list} ref={list}>
        {tags.map((tag) => (
          <PageTag
            key={tag.path}
            tag={tag}
            active={tag.path === pathname}
            onClose={() => tagActions.close(tag.path)}
            onMenu={(x, y) => {
              setMenu({ path: tag.path, affixed: tag.affixed, x, y });
              setMenuOpened(true);
            }}
          />
        ))}
      </ul>
      {menu && (
        <Menu
          opened={menuVisible}
          onChange={setMenuOpened}
          width={tagMenuWidthPx}
          position="bottom-start"
          offset={2}
          withinPortal
        >
          <Menu.Target>
            <span className={classes.anchor} style={{ left: menu.x, top: menu.y }} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown aria-label="标签操作">
            <Menu.Item onClick={() => tagActions.refresh(menu.path)}>刷新</Menu.Item>
            <Menu.Item disabled={menu.affixed} onClick={() => tagActions.close(menu.path)}>
              关闭
            </Menu.Item>
            <Menu.Item onClick={() => tagActions.closeOthers(menu.path)}>关闭其他</Menu.Item>
            <Menu.Item onClick={() => tagActions.closeAll()}>关闭所有</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <LazyUnsavedDialog unsavedPrompt={tagActions.unsavedPrompt} />
    </nav>
  );
}
