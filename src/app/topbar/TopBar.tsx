import { ActionIcon, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTextSize,
} from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { getMenuGroups } from "../routes/menuGroups.ts";
import { findPage } from "../routes/pages.ts";
import { MenuSearchButton } from "../search/MenuSearchButton.tsx";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { UserAvatar } from "../shell/UserAvatar.tsx";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import { ConnectionIndicator } from "./ConnectionIndicator.tsx";
import classes from "./TopBar.module.css";

const PasswordChangeDialog = withErrorBoundary(
  lazyDialog(async () => (await import("../dialogs/PasswordChangeDialog.tsx")).PasswordChangeDialog),
);

const NotificationBell = withErrorBoundary(
  lazyComponent(
    whenIdle(async () => (await import("../notifications/NotificationBell.tsx")).NotificationBell),
    () => <div style={{ width: 34 }} />,
  ),
);

const AlarmCount = withErrorBoundary(
  lazyComponent(whenIdle(async () => (await import("../alarms/AlarmCount.tsx")).AlarmCount)),
);

const HelpButton = withErrorBoundary(
  lazyComponent(
    whenIdle(async () => (await import("../help/HelpButton.tsx")).HelpButton),
    () => <div style={{ width: 34 }} />,
  ),
);

/** The signed-in user, with password change and logout. */
function AvatarMenu() {
  const { session } = useServices();
  const { config, user } = usePageApi();
  const { passwordWarning, secondFactor } = useSessionRuntime();
  const [opened, setOpened] = useState(false);
  const [changingPassword, setChangingPassword] = useState(false);
  const { unsavedPrompt, confirmAllUnsaved } = useUnsavedPrompt();
  const loggingOut = useSelector(session, (snapshot) => snapshot.matches("loggingOut"));
  const roles = user.ownRoleName ?? user.roles.map((role) => roleLabels[role]).join("、");
  return (
    <>
      <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <UserAvatar user={user} size={30} />
            <span className={classes.accountName}>{user.name}</span>
            <VisuallyHidden>账号菜单</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: "8px 12px" }}>
            <Text fw={600} truncate>
              {user.name}
            </Text>
            <Text size="xs" c="dimmed">
              {roles}
            </Text>
            {user.introduction !== "" && (
              <Text size="xs" c="dimmed" mt={4} lineClamp={3}>
                {user.introduction}
              </Text>
            )}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setChangingPassword(true)}>
            {word.changePassword}
          </Menu.Item>
          {config.extensions && (
            <Menu.Item
              leftSection={<IconShieldLock size={16} />}
              onClick={() => secondFactor.send({ type: "menu.open" })}
            >
              {word.secondFactor}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            disabled={loggingOut}
            closeMenuOnClick={false}
            // The menu stays open to show the logout's progress, unless the dialog for unsaved content opens.
            onClick={() => setOpened(!confirmAllUnsaved(() => session.send({ type: "logout.click" })))}
          >
            {loggingOut ? "正在退出…" : word.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LazyUnsavedDialog unsavedPrompt={unsavedPrompt} />
      {changingPassword && (
        <PasswordChangeDialog
          onClose={() => setChangingPassword(false)}
          onChanged={() => {
            setChangingPassword(false);
            passwordWarning.send({ type: "menu.passwordChanged" });
          }}
        />
      )}
    </>
  );
}

const SizeItems = withErrorBoundary(lazyComponent(async () => (await import("./SizeItems.tsx")).SizeItems));

/** Selects the size of the controls. */
const SizeMenu = () => (
  <Menu position="bottom-end" width={168}>
    <Menu.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.wide}
        aria-label="控件尺寸"
        title="控件尺寸"
      >
        <IconTextSize size={20} stroke={1.6} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <SizeItems />
    </Menu.Dropdown>
  </Menu>
);

const FullscreenButton = withErrorBoundary(
  lazyComponent(
    whenIdle(async () => (await import("./FullscreenButton.tsx")).FullscreenButton),
    () => <div className={classes.wide} style={{ width: 34 }} />,
  ),
);

/** Menu group and page of the address; only the page if it belongs to no group. */
function Breadcrumb() {
  const { pathname } = useLocation();
  const page = findPage(pathname);
  const group = getMenuGroups(true).find(({ path }) => path === `/${page?.group}`);
  if (!page) return <nav aria-label="面包屑" />;
  return (
    <nav aria-label="面包屑" className={classes.trail}>
      <ol className={classes.crumbs}>
        {group && (
          <>
            <li>
              <Link to={group.path}>{group.title}</Link>
            </li>
            <li className={classes.slash} aria-hidden>
              /
            </li>
          </>
        )}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}

/** Menu toggle, breadcrumb, and the tools on the right. */
export function TopBar() {
  const { layout, config } = useServices();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("opened"));
  const toggleLabel = opened ? "收起菜单" : "展开菜单";
  const ToggleIcon = opened ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <div className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-expanded={opened}
        onClick={() => layout.send({ type: "sidebar.toggle" })}
      >
        <ToggleIcon size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumb />
      <div className={classes.tools}>
        {/* What comes, goes or changes its words stands first: nothing beside it moves. */}
        {config.extensions && <AlarmCount />}
        <ConnectionIndicator />
        <MenuSearchButton />
        {config.extensions && <NotificationBell />}
        <HelpButton />
        <FullscreenButton />
        <SizeMenu />
        {config.showSettings !== false && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={word.openSettings}
            title={word.openSettings}
            onClick={() => layout.send({ type: "settings.open" })}
          >
            <IconSettings size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <AvatarMenu />
      </div>
    </div>
  );
}
