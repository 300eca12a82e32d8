import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Link } from "react-router-dom";
import type { Tag } from "../../../machines/tags.machine.ts";
import classes from "./TagsView.module.css";

interface Props {
  readonly tag: Tag;
  readonly active: boolean;
  readonly onClose: () => void;
  /** Where to open the context menu, CSS px in the window. */
  readonly onMenu: (x: number, y: number) => void;
}

/** One tag: click to go, middle click or Delete to close, right click or the menu key for more. */
export function PageTag({ tag, active, onClose, onMenu }: Props) {
  const close = () => {
    if (!tag.affixed) onClose();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key reports no pointer: open below the tag then.
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
        className={classes.link}
        aria-current={active ? "page" : undefined}
        onKeyDown={onKeyDown}
      >
        {tag.title}
      </Link>
      {!tag.affixed && (
        <UnstyledButton className={classes.close} aria-label={`关闭${tag.title}`} onClick={close}>
          <IconX size={12} />
        </UnstyledButton>
      )}
    </li>
  );
}
