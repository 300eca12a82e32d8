import { Menu, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import type { PageGroup } from "../../../machines/permissions.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { getGroupIcon } from "../routes/menuGroups.ts";
import type { PageEntry } from "../routes/pages.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { DroneLogo } from "../theme/DroneLogo.tsx";
import { OwnPages } from "./OwnPages.tsx";
import classes from "./Sidebar.module.css";
import { usePageLinks } from "./usePageLinks.ts";

const MenuBadge = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("./MenuBadge.tsx")).MenuBadge)),
);

/** One group of the collapsed sidebar: an icon with a menu of its pages. */
function CollapsedGroup({
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

interface SidebarGroupProps {
  readonly group: PageGroup<PageEntry>;
  readonly pathname: string;
  readonly getLinkProps: ReturnType<typeof usePageLinks>;
  readonly onSelect: (() => void) | undefined;
}

/** One group of the expanded sidebar; the group of the current page opens automatically. */
function SidebarGroup({ group, pathname, getLinkProps, onSelect }: SidebarGroupProps) {
  const GroupIcon = getGroupIcon(group.path);
  const active = group.pages.some(({ path }) => path === pathname);
  const [opened, setOpened] = useState(active);
  const [wasActive, setWasActive] = useState(active);
  const list = useId();
  const { config } = usePageApi();
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
        {!opened && config.extensions && <MenuBadge paths={group.pages.map(({ path }) => path)} />}
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
                {config.extensions && <MenuBadge paths={[page.path]} />}
              </Link>
            </li>
          ))}
      </ul>
    </li>
  );
}

interface Props {
  readonly menu: readonly PageGroup<PageEntry>[];
  /** Whether only icons are shown. */
  readonly collapsed: boolean;
  readonly logo: boolean;
  /** Called when a page is selected; closes the drawer. */
  readonly onSelect?: () => void;
}

/** Title, menu and the console's own pages, in the fixed sidebar and in the drawer of a small screen. */
export function Sidebar({ menu, collapsed, logo, onSelect }: Props) {
  const { pathname } = useLocation();
  const getLinkProps = usePageLinks();
  const own = { collapsed, pathname, getLinkProps, onSelect };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the next frame, to avoid a forced layout.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <nav className={classes.sidebar} data-collapsed={collapsed || undefined} aria-label="主菜单">
      <div className={classes.title} title={systemTitle}>
        {logo && <DroneLogo size={26} />}
        {(!collapsed || !logo) && (
          <span className={classes.titleText}>{collapsed ? "后台" : systemTitle}</span>
        )}
      </div>
      <div className={classes.menu} ref={list}>
        <OwnPages place="top" {...own} />
        <ul>
          {menu.map((group) =>
            collapsed ? (
              <CollapsedGroup
                key={group.path}
                group={group}
                pathname={pathname}
                getLinkProps={getLinkProps}
              />
            ) : (
              <SidebarGroup key={group.path} {...{ group, pathname, getLinkProps, onSelect }} />
            ),
          )}
        </ul>
        <OwnPages place="below" {...own} />
      </div>
    </nav>
  );
}
