import { Menu } from "@mantine/core";
import { tagMenuWidthPx } from "../../../adapters/contract/constants.ts";
import * as word from "../../../adapters/contract/words.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { useOpenedAfterMount } from "../shell/useOpenedAfterMount.ts";
import classes from "./TagsView.module.css";
import type { useTagActions } from "./useTagActions.ts";

/** The tag whose menu is open, and where, CSS px in the window. */
export interface TagMenuTarget {
  readonly path: string;
  readonly affixed: boolean;
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly target: TagMenuTarget;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly tagActions: ReturnType<typeof useTagActions>;
}

/** The context menu of a tag. */
export function TagMenu({ target: { path, affixed, x, y }, opened, onChange, tagActions }: Props) {
  const { tags } = useSessionRuntime();
  const visible = useOpenedAfterMount(opened);
  const closeSide = (type: "tag.closeLeft" | "tag.closeRight") => {
    const open = tags.getSnapshot().context.tags;
    const position = open.findIndex((tag) => tag.path === path);
    const side = type === "tag.closeLeft" ? open.slice(0, position) : open.slice(position + 1);
    const closable = side.filter((tag) => !tag.affixed).map((tag) => tag.path);
    tagActions.confirmUnsaved(closable, () => tags.send({ type, path }));
  };
  return (
    <Menu
      opened={visible}
      onChange={onChange}
      width={tagMenuWidthPx}
      position="bottom-start"
      offset={2}
      withinPortal
    >
      <Menu.Target>
        <span className={classes.anchor} style={{ left: x, top: y }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label="标签操作">
        <Menu.Item onClick={() => tagActions.refresh(path)}>{word.refresh}</Menu.Item>
        <Menu.Item disabled={affixed} onClick={() => tagActions.close(path)}>
          {word.close}
        </Menu.Item>
        <Menu.Item onClick={() => tagActions.closeOthers(path)}>关闭其他</Menu.Item>
        <Menu.Item onClick={() => closeSide("tag.closeLeft")}>关闭左侧</Menu.Item>
        <Menu.Item onClick={() => closeSide("tag.closeRight")}>关闭右侧</Menu.Item>
        <Menu.Item onClick={() => tagActions.closeAll()}>关闭所有</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
