import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconKey, IconLogout } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { roleNames } from "../../../adapters/contract/roles.ts";
import { brought } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";
import { useWiring } from "../entry/useWiring.ts";
import { avatarPages } from "../routes/avatarPages.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { apart } from "../shell/apart.tsx";
import { UnsavedDialog } from "../tags/UnsavedDialog.tsx";
import { useUnsavedQuestion } from "../tags/useUnsavedQuestion.ts";
import classes from "./TopBar.module.css";

const PasswordChangeDialog = apart(
  brought(async () => (await import("../dialogs/PasswordChangeDialog.tsx")).PasswordChangeDialog),
);

/** Who is signed in, and what one does with oneself. */
export function AvatarMenu() {
  const { session } = useWiring();
  const { config, user } = useConsole();
  const { passwordWarning } = useRuntime();
  const [opened, setOpened] = useState(false);
  const [changing, setChanging] = useState(false);
  const { question, askingAll } = useUnsavedQuestion();
  const leaving = useSelector(session, (snapshot) => snapshot.matches("loggingOut"));
  // They live on calls beyond the specification.
  const further = config.extensions ? avatarPages(user.roles) : [];
  const roles = user.roles.map((role) => roleNames[role]).join("、");
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
          {further.map(({ path, title, icon: Icon }) => (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={16} />}>
              {title}
            </Menu.Item>
          ))}
          {further.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setChanging(true)}>
            修改密码
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            disabled={leaving}
            closeMenuOnClick={false}
            // The menu stays to say that one is being logged out, and makes way for a question.
            onClick={() => setOpened(!askingAll(() => session.send({ type: "logout.click" })))}
          >
            {leaving ? "正在退出…" : "退出登录"}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <UnsavedDialog question={question} />
      {changing && (
        <PasswordChangeDialog
          onClose={() => setChanging(false)}
          onChanged={() => {
            setChanging(false);
            passwordWarning.send({ type: "menu.passwordChanged" });
          }}
        />
      )}
    </>
  );
}
