import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconKey, IconLogout } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { getAvatarPages } from "../routes/getAvatarPages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import classes from "./TopBar.module.css";

const PasswordChangeDialog = withErrorBoundary(
  lazyComponent(async () => (await import("../dialogs/PasswordChangeDialog.tsx")).PasswordChangeDialog),
);

/** Who is signed in, and what one does with oneself. */
export function AvatarMenu() {
  const { session } = useServices();
  const { config, user } = usePageApi();
  const { passwordWarning } = useSessionRuntime();
  const [opened, setOpened] = useState(false);
  const [changingPassword, setChangingPassword] = useState(false);
  const { unsavedPrompt, confirmAllUnsaved } = useUnsavedPrompt();
  const loggingOut = useSelector(session, (snapshot) => snapshot.matches("loggingOut"));
  // They live on calls beyond the specification.
  const extraPages = config.extensions ? getAvatarPages(user.roles) : [];
  const roles = user.roles.map((role) => roleLabels[role]).join("、");
  return (
    <>
      <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <UnstyledButton className={classes.who}>
            <Avatar
              src={user.avatar || null}
              alt=""
              size={30}
              radius="xl"
              color="primary"
              variant="filled"
              aria-hidden
            >
              {user.name.slice(0, 1)}
            </Avatar>
            <span className={classes.whoName}>{user.name}</span>
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
          {extraPages.map(({ path, title, icon: Icon }) => (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={16} />}>
              {title}
            </Menu.Item>
          ))}
          {extraPages.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setChangingPassword(true)}>
            修改密码
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            disabled={loggingOut}
            closeMenuOnClick={false}
            // The menu stays to say that one is being logged out, and makes way for a question.
            onClick={() => setOpened(!confirmAllUnsaved(() => session.send({ type: "logout.click" })))}
          >
            {loggingOut ? "正在退出…" : "退出登录"}
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
