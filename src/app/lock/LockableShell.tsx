import { Alert, Button, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import * as word from "../../../adapters/contract/words.ts";
import { hashMd5, preloadMd5 } from "../../../adapters/http/hashMd5.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { useServices } from "../boot/useServices.ts";
import { useCapsLock } from "../login/useCapsLock.ts";
import type { SessionRuntime } from "../session/startSessionRuntime.ts";
import { UserAvatar } from "../shell/UserAvatar.tsx";
import { toErrorMessage } from "../toErrorMessage.ts";
import classes from "./LockScreen.module.css";

/** Mantine's dialogs ignore Escape if the key event's target has this attribute. */
const stopPropagationAttribute = "data-mantine-stop-propagation";

/**
 * Opens the dialog as a native modal: it is in the top layer, traps the focus and makes the rest inert. The styles
 * hide what it covers, so that not even a printout shows it.
 */
function useModalCover(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const cover = dialog.current;
    if (!cover) return;
    const controller = new AbortController();
    const { signal } = controller;
    const showModal = () => {
      if (!signal.aborted && !cover.open) cover.showModal();
    };
    // The console's dialogs handle keys in the capture phase. The target is a field of the cover, or the body.
    const markTarget = (event: FocusEvent) =>
      (event.target as Element).setAttribute(stopPropagationAttribute, "true");
    cover.addEventListener("focusin", markTarget, { signal });
    document.body.setAttribute(stopPropagationAttribute, "true");
    showModal();
    document.documentElement.dataset["locked"] = "";
    cover.addEventListener("cancel", (event) => event.preventDefault(), { signal });
    // Browsers close a dialog on a second Escape even if `cancel` was prevented.
    cover.addEventListener("close", showModal, { signal });
    // The console's shortcuts listen further up, on the document element.
    document.body.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
    return () => {
      controller.abort();
      document.body.removeAttribute(stopPropagationAttribute);
      delete document.documentElement.dataset["locked"];
      cover.close();
    };
  }, [dialog]);
}

interface LockScreenProps {
  readonly runtime: SessionRuntime;
}

/** The lock screen: the user, the form to unlock, and the logout button. */
function LockScreen({ runtime, user }: LockScreenProps & { readonly user: StoredUser }) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  useModalCover(dialogRef);
  return createPortal(
    <dialog ref={dialogRef} className={classes.cover} aria-labelledby="lock-title" data-lock>
      <div className={classes.card}>
        <UserAvatar user={user} size={72} />
        <Text fw={600} fz="lg" ta="center" className={classes.name}>
          {user.name}
        </Text>
        <Title order={1} size="h4" id="lock-title">
          工作台已锁定
        </Title>
        <Text size="sm" c="dimmed" ta="center">
          长时间未操作。实时连接和数据仍在更新，输入登录密码即可继续。
        </Text>
        <UnlockForm runtime={runtime} />
        <LogoutButton runtime={runtime} />
      </div>
    </dialog>,
    document.body,
  );
}

function UnlockForm({ runtime: { idle } }: LockScreenProps) {
  const busy = useSelector(idle, (snapshot) => snapshot.hasTag("busy"));
  const error = useSelector(idle, ({ context }) => context.error);
  const [password, setPassword] = useState("");
  const [showMissing, setShowMissing] = useState(false);
  const [hashUnavailable, setHashUnavailable] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const capsLock = useCapsLock();
  useEffect(preloadMd5, []);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowMissing(password === "");
    setHashUnavailable(false);
    if (password === "") field.current?.focus();
    else
      hashMd5(password).then(
        (hash) => idle.send({ type: "unlock.submit", password: hash }),
        () => setHashUnavailable(true),
      );
  };
  const displayedError = hashUnavailable ? { kind: "offline", message: "", reqId: null } : error;
  return (
    <form onSubmit={submit} noValidate aria-label="解锁" className={classes.form}>
      <Stack gap="sm">
        {displayedError && !busy && (
          <Alert color="red" role="alert">
            <span>{toErrorMessage(displayedError)}</span>
            <RequestId form error={displayedError} />
          </Alert>
        )}
        <PasswordInput
          ref={field}
          label={word.password}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...capsLock.handlers}
          error={showMissing && password === "" ? "请输入密码" : null}
          description={capsLock.on ? "大写锁定已打开" : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={{ "aria-label": "显示或隐藏密码", tabIndex: 0 }}
        />
        <Button type="submit" fullWidth loading={busy}>
          解锁
        </Button>
      </Stack>
    </form>
  );
}

/** Asks for a second click if unsaved content would be lost. */
function LogoutButton({ runtime: { scopes, tags } }: LockScreenProps) {
  const { session } = useServices();
  const loggingOut = useSelector(session, (snapshot) => snapshot.matches("loggingOut"));
  const [warned, setWarned] = useState(false);
  const logOut = () => {
    const openPaths = tags.getSnapshot().context.tags.map(({ path }) => path);
    if (!warned && scopes.unsavedPaths(openPaths).length > 0) setWarned(true);
    else session.send({ type: "logout.click" });
  };
  return (
    <>
      {warned && (
        <Text size="sm" c="red" role="alert" ta="center">
          有未保存的内容，退出后将丢失。再次点击以确认退出。
        </Text>
      )}
      <Button variant="subtle" onClick={logOut} loading={loggingOut}>
        {word.logOut}
      </Button>
    </>
  );
}

interface Props {
  readonly runtime: SessionRuntime;
  readonly user: StoredUser;
  /** The shell. Passed as a prop: an import from here would make the bundler split the console's chunk. */
  readonly children: ReactNode;
}

/** The shell, covered while the console is locked. It stays mounted behind the cover, but mounts only once unlocked. */
export default function LockableShell({ runtime, user, children }: Props) {
  const { idle } = runtime;
  const locked = useSelector(idle, (snapshot) => snapshot.hasTag("locked"));
  const [everUnlocked, setEverUnlocked] = useState(!locked);
  if (!locked && !everUnlocked) setEverUnlocked(true);
  return (
    <>
      {everUnlocked && children}
      {locked && <LockScreen runtime={runtime} user={user} />}
    </>
  );
}
