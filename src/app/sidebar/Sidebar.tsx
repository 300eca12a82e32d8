import { Menu, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type MouseEvent, useId, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import type { PageGroup } from "../../../machines/permissions.ts";
import { holdKeys } from "../../loading/keyHolds.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { isModifiedClick } from "../../ui/isModifiedClick.ts";
import { getGroupIcon } from "../routes/menuGroups.ts";
import type { PageEntry } from "../routes/pages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { DroneLogo } from "../theme/DroneLogo.tsx";
import classes from "./Sidebar.module.css";

/** How long a click waits for the new page's rows, ms; a delay up to this feels instant. */
const rowsTimeoutMs = 100;

/**
 * Event handlers of menu links. Hover and focus preload the page's code. A click on a page that is not cached runs its
 * loader first and stays on the old page for a moment, so that the new one renders once, with its rows.
 */
function usePageLinks() {
  const { tags, scopes } = useSessionRuntime();
  const { client, config, storage, user } = usePageApi();
  const navigate = useNavigate();
  const clicks = useRef(0);
  return (page: PageEntry, onSelect: (() => void) | undefined) => {
    const preload = () =>
      void page.Component.preload().then(
        (component) => component.preload?.(),
        // The page itself shows the error.
        () => undefined,
      );
    return {
      onPointerEnter: preload,
      onFocus: preload,
      onClick(event: MouseEvent) {
        onSelect?.();
        const click = ++clicks.current;
        const tag = tags.getSnapshot().context.tags.find(({ path }) => path === page.path);
        if (tag?.cached || isModifiedClick(event)) return;
        event.preventDefault();
        const startPath = window.location.pathname;
        // They are for the new page.
        const releaseKeys = holdKeys();
        const scope = scopes.forTag({ path: page.path, key: tag?.key ?? 1 });
        const loading = page.Component.preload().then(
          ({ loader }) =>
            loader?.({
              scope,
              client,
              storage,
              roles: user.roles,
              extensions: config.extensions,
              search: "",
            }),
          // The page itself shows the error.
          () => undefined,
        );
        void Promise.race([loading, new Promise((resolve) => setTimeout(resolve, rowsTimeoutMs))]).then(
          () => {
            // Skipped if the user has navigated meanwhile. The page that is left may still write its query.
            if (click === clicks.current && window.location.pathname === startPath) void navigate(page.path);
            releaseKeys();
          },
        );
      },
    };
  };
}

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

/** Title and menu, in the fixed sidebar and in the drawer of a small screen. */
export function Sidebar({ menu, collapsed, logo, onSelect }: Props) {
  const { pathname } = useLocation();
  const getLinkProps = usePageLinks();
  return (
    <nav className={classes.sidebar} data-collapsed={collapsed || undefined} aria-label="主菜单">
      <div className={classes.title} title={systemTitle}>
        {logo && <DroneLogo size={26} />}
        {(!collapsed || !logo) && (
          <span className={classes.titleText}>{collapsed ? "后台" : systemTitle}</span>
        )}
      </div>
      <ul className={classes.menu}>
        {menu.map((group) =>
          collapsed ? (
            <CollapsedGroup key={group.path} group={group} pathname={pathname} getLinkProps={getLinkProps} />
          ) : (
            <SidebarGroup key={group.path} {...{ group, pathname, getLinkProps, onSelect }} />
          ),
        )}
      </ul>
    </nav>
  );
}
