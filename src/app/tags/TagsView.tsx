import { Menu } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { tagMenuWidthPx } from "../../../adapters/contract/constants.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { useSeenOpening } from "../shell/useSeenOpening.ts";
import { PageTag } from "./PageTag.tsx";
import classes from "./TagsView.module.css";
import { UnsavedDialog } from "./UnsavedDialog.tsx";
import { useTagActs } from "./useTagActs.ts";

interface Opened {
  readonly path: string;
  readonly affixed: boolean;
  readonly x: number;
  readonly y: number;
}

/** One tag per visited page; the active one always in view. */
export function TagsView() {
  const { tags: actor } = useRuntime();
  const { pathname } = useLocation();
  const tags = useSelector(actor, ({ context }) => context.tags);
  const acts = useTagActs();
  const [menu, setMenu] = useState<Opened | null>(null);
  const [shown, setShown] = useState(false);
  const seen = useSeenOpening(shown);
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
            onClose={() => acts.close(tag.path)}
            onMenu={(x, y) => {
              setMenu({ path: tag.path, affixed: tag.affixed, x, y });
              setShown(true);
            }}
          />
        ))}
      </ul>
      {menu && (
        <Menu
          opened={seen}
          onChange={setShown}
          width={tagMenuWidthPx}
          position="bottom-start"
          offset={2}
          withinPortal
        >
          <Menu.Target>
            <span className={classes.anchor} style={{ left: menu.x, top: menu.y }} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown aria-label="标签操作">
            <Menu.Item onClick={() => acts.refresh(menu.path)}>刷新</Menu.Item>
            <Menu.Item disabled={menu.affixed} onClick={() => acts.close(menu.path)}>
              关闭
            </Menu.Item>
            <Menu.Item onClick={() => acts.closeOthers(menu.path)}>关闭其他</Menu.Item>
            <Menu.Item onClick={() => acts.closeAll()}>关闭所有</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <UnsavedDialog question={acts.question} />
    </nav>
  );
}
