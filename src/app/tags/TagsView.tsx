import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { Tag } from "../../../machines/tags.machine.ts";
import { livePath } from "../../live/alarms/livePath.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { runAfterStartup, whenIdle } from "../../loading/runWhenIdle.ts";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { LazyUnsavedDialog } from "./LazyUnsavedDialog.tsx";
import type { TagMenuTarget } from "./TagMenu.tsx";
import classes from "./TagsView.module.css";
import { useTagActions } from "./useTagActions.ts";

const TagAlarmCount = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("../alarms/AlarmCount.tsx")).TagAlarmCount)),
);

interface Props {
  readonly tag: Tag;
  readonly active: boolean;
  readonly onClose: () => void;
  /** Where to open the context menu, CSS px in the window. */
  readonly onMenu: (x: number, y: number) => void;
}

/** One tag: click opens the page, middle click or Delete closes it, right click or the menu key opens a menu. */
function PageTag({ tag, active, onClose, onMenu }: Props) {
  const { config } = useServices();
  const close = () => {
    if (!tag.affixed) onClose();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key reports no pointer position; the menu then opens below the tag.
    const byKey = event.clientX === 0 && event.clientY === 0;
    onMenu(byKey ? left : event.clientX, byKey ? bottom : event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Delete") close();
  };
  return (
    <li
      className={classes.tag}
      data-active={active || undefined}
      data-path={tag.path}
      onContextMenu={onContextMenu}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        close();
      }}
    >
      <Link
        to={tag.location}
        title={tag.title}
        className={classes.link}
        aria-current={active ? "page" : undefined}
        onKeyDown={onKeyDown}
      >
        {tag.title}
      </Link>
      {config.extensions && tag.path === livePath && <TagAlarmCount />}
      {!tag.affixed && (
        <UnstyledButton className={classes.close} aria-label={`关闭${tag.title}`} onClick={close}>
          <IconX size={12} />
        </UnstyledButton>
      )}
    </li>
  );
}

const TagMenu = lazyComponent(async () => (await import("./TagMenu.tsx")).TagMenu);

/** One tag per visited page; the active one is scrolled into view. */
export function TagsView() {
  const { tags: actor } = useSessionRuntime();
  const { pathname } = useLocation();
  const tags = useSelector(actor, ({ context }) => context.tags);
  const tagActions = useTagActions();
  const [menu, setMenu] = useState<TagMenuTarget | null>(null);
  const [menuOpened, setMenuOpened] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  // Opening it retries a failed preload.
  useEffect(() => runAfterStartup(() => void TagMenu.preload().catch(() => undefined)), []);

  useEffect(() => {
    const show = () =>
      list.current
        ?.querySelector(`[data-path="${CSS.escape(pathname)}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // Tags grow: by a title that is read later, by a count. The first call is in the next frame.
    const observer = new ResizeObserver(show);
    for (const tag of list.current?.children ?? []) observer.observe(tag);
    return () => observer.disconnect();
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
      {menu && <TagMenu target={menu} opened={menuOpened} onChange={setMenuOpened} tagActions={tagActions} />}
      <LazyUnsavedDialog unsavedPrompt={tagActions.unsavedPrompt} />
    </nav>
  );
}
