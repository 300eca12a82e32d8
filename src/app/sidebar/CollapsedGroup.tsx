import { Menu, UnstyledButton } from "@mantine/core";
import { Link } from "react-router-dom";
import type { PageGroup } from "../../../machines/permissions.ts";
import { getGroupIcon } from "../routes/menuGroups.ts";
import type { PageEntry } from "../routes/pages.ts";
import classes from "./Sidebar.module.css";
import type { usePageLinks } from "./usePageLinks.ts";

/** One group of the collapsed sidebar: its icon, its pages in a menu beside it. */
export function CollapsedGroup({
  group,
  pathname,
  getLinkProps,
}: {
  readonly group: PageGroup<PageEntry>;
  readonly pathname: string;
  readonly getLinkProps: ReturnType<typeof usePageLinks>;
}) {
  const GroupIcon = getGroupIcon(group.path);
  const active = group.pages.some(({ path }) => path === pathname);
  return (
    <li>
      <Menu
        position="right-start"
        offset={4}
        trigger="click-hover"
        openDelay={80}
        withinPortal
        classNames={{ dropdown: classes.flyout, item: classes.flyoutItem, label: classes.flyoutLabel }}
      >
        <Menu.Target>
          <UnstyledButton
            className={classes.group}
            data-active={active || undefined}
            aria-label={group.title}
          >
            <GroupIcon size={20} stroke={1.6} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{group.title}</Menu.Label>
          {group.pages.map((page) => (
            <Menu.Item
              key={page.path}
              component={Link}
              to={page.path}
              leftSection={<page.icon size={16} stroke={1.6} />}
              aria-current={page.path === pathname ? "page" : undefined}
              {...getLinkProps(page, undefined)}
            >
              {page.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
