import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { PageGroup } from "../../../machines/permissions.ts";
import { getGroupIcon } from "../routes/menuGroups.ts";
import type { PageEntry } from "../routes/pages.ts";
import classes from "./Sidebar.module.css";
import type { usePageLinks } from "./usePageLinks.ts";

interface Props {
  readonly group: PageGroup<PageEntry>;
  readonly pathname: string;
  readonly getLinkProps: ReturnType<typeof usePageLinks>;
  readonly onSelect: (() => void) | undefined;
}

/** One group of the expanded sidebar; the group of the current page opens automatically. */
export function SidebarGroup({ group, pathname, getLinkProps, onSelect }: Props) {
  const GroupIcon = getGroupIcon(group.path);
  const active = group.pages.some(({ path }) => path === pathname);
  const [opened, setOpened] = useState(active);
  const [wasActive, setWasActive] = useState(active);
  const list = useId();
  if (active !== wasActive) {
    setWasActive(active);
    if (active) setOpened(true);
  }
  return (
    <li>
      <UnstyledButton
        className={classes.group}
        data-active={active || undefined}
        aria-expanded={opened}
        aria-controls={list}
        onClick={() => setOpened(!opened)}
      >
        <GroupIcon size={18} stroke={1.6} />
        <span className={classes.label}>{group.title}</span>
        <IconChevronDown size={14} className={classes.chevron} />
      </UnstyledButton>
      <ul id={list} className={classes.pages} hidden={!opened}>
        {opened &&
          group.pages.map((page) => (
            <li key={page.path}>
              <Link
                to={page.path}
                className={classes.page}
                aria-current={page.path === pathname ? "page" : undefined}
                {...getLinkProps(page, onSelect)}
              >
                <page.icon size={16} stroke={1.6} />
                <span className={classes.label}>{page.title}</span>
              </Link>
            </li>
          ))}
      </ul>
    </li>
  );
}
