import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { socketPath } from "../../../adapters/contract/socket.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { createLockStorage } from "../../../adapters/http/lockStorage.ts";
import { createTabChannel } from "../../../adapters/http/tabChannel.ts";
import type { IdlePort } from "../../../machines/idle.machine.ts";
import { tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import type { Services } from "../boot/createServices.ts";
import { type SocketClient, startSocket, toSocketUrl } from "../socket/startSocket.ts";
import { createErrorToasts, type ErrorToasts, toastSocketErrors } from "../toast/errorToasts.ts";
import { clearToasts, toast } from "../toast/toast.tsx";
import { createExportProgressSubscriber } from "./createExportProgressSubscriber.ts";
import { createPageScopes, type PageScopes } from "./createPageScopes.ts";
import { type Address, preloadPageData, type TagsActor } from "./preloadPageData.ts";
import { probeSession } from "./probeSession.ts";
import { refreshUser } from "./refreshUser.ts";
import { type PasswordWarningActor, startPasswordWarning } from "./startPasswordWarning.ts";
import { createServerStorage, createTabStorage } from "./userStorage.ts";
import { type IdleActor, watchIdle } from "./watchIdle.ts";
import { watchPasswordRequired } from "./watchPasswordRequired.ts";

/** Asks the server whether the password (MD5 hex) opens the desk; rejects with its words where it does not. */
const createUnlock =
  (client: Client): IdlePort["unlock"] =>
  async (password, signal) => {
    const { state, message } = await client.fetchEnvelope(
      lockScreenCalls.sessionUnlock,
      { body: { password } },
      { signal },
    );
    if (state !== stateCodes.ok) throw new CallError("refused", "unlock", { status: 200, state, message });
  };

/** What lives as long as one session in one tab. */
export interface SessionRuntime {
  readonly idle: IdleActor;
  /** Whether idleness locks the desk instead of ending the session. */
  readonly locksWhenIdle: boolean;
  readonly socket: SocketClient;
  readonly tags: TagsActor;
  readonly passwordWarning: PasswordWarningActor;
  readonly scopes: PageScopes;
  readonly errorToasts: ErrorToasts;
  readonly storage: ReturnType<typeof createServerStorage>;
  readonly onExportProgress: ReturnType<typeof createExportProgressSubscriber>;
  /** Resolves when the page of the address can be shown; null where there is nothing to wait for. */
  readonly firstPageReady: Promise<void> | null;
  /** Starts what the first paint does not show: live connection, password check, refresh of the user. */
  readonly startDeferred: () => void;
  readonly stop: () => void;
}

/**
 * Starts what a session needs beside its screens: idle watch, tags, page actors; with `startDeferred` the socket and the check
 * of the password. Null where nobody has clicked for too long before this page was loaded: the session is over, and nothing is asked for.
 */
export function startSessionRuntime(
  services: Services,
  session: { readonly token: string; readonly user: StoredUser },
  options: {
    readonly affixedPage: VisitedPage | null;
    /** Where the console is opened. */
    readonly address: Address;
    readonly navigate: (location: string) => void;
  },
): SessionRuntime | null {
  const { token, user } = session;
  const { client, config, startActor, recorder } = services;
  const endSession = (reason: "idle" | "elsewhere" | "expired") =>
    services.session.send({ type: "session.end", reason, token });

  // A platform without our own calls cannot unlock.
  const locksWhenIdle = config.watch === "lock" && config.extensions;
  const idleWatch = watchIdle(startActor, locksWhenIdle ? "lock" : "off", {
    lastClick: createLastClick(localStorage, Date.now),
    lock: createLockStorage(localStorage),
    onExpired: () => endSession("idle"),
    unlock: createUnlock(client),
  });
  if (idleWatch.actor.getSnapshot().hasTag("expired")) {
    idleWatch.stop();
    return null;
  }

  const errorToasts = createErrorToasts(services.errors, toast);
  const hasUnsavedChanges = (path: string) => scopes.unsavedPaths([path]).length > 0;
  const tags = startActor("tags", tagsMachine({ ...options, hasUnsavedChanges }));
  const scopes = createPageScopes(startActor, tags);
  // First of all, as this is what one waits for. What a locked desk shows waits until it is unlocked.
  const firstPageReady = locksWhenIdle
    ? null
    : preloadPageData({ tags, scopes }, client, { user, extensions: config.extensions }, options.address);
  let resolveFirstPaint = () => {};
  const firstPaint = new Promise<void>((resolve) => {
    resolveFirstPaint = resolve;
  });
  let sessionProbe: ReturnType<typeof probeSession> | null = null;
  const socket = startSocket({
    url: toSocketUrl(config.socket, window.location, socketPath),
    onKicked: () => endSession("elsewhere"),
    onRefused() {
      sessionProbe = probeSession(client, () => endSession("expired"));
    },
    onEvent: recorder && ((event) => recorder.record("socket", event)),
  });
  const passwordTabs = createTabChannel("password");
  const passwordWarning = startPasswordWarning(startActor, {
    client,
    toast,
    firstPaint,
    tabs: passwordTabs,
  });
  // The template's call: a platform without our own calls need not have it, and has named the user at the login.
  const refreshCurrentUser = () => {
    if (config.extensions) void refreshUser(services, user);
  };
  const unwatchPassword = watchPasswordRequired(
    { errors: services.errors, tabs: passwordTabs },
    passwordWarning,
    {
      closePages: scopes.closeAll,
      resume: refreshCurrentUser,
    },
  );
  const warnUnsaved = (event: BeforeUnloadEvent) => {
    const open = tags.getSnapshot().context.tags.map(({ path }) => path);
    if (scopes.unsavedPaths(open).length > 0) event.preventDefault();
  };
  window.addEventListener("beforeunload", warnUnsaved);
  // A draft that is kept while the session ends comes after it, and is refused.
  let finished = false;
  const sessionSubscription = services.session.subscribe((snapshot) => {
    if (!snapshot.matches("loggingOut")) return;
    finished = true;
    scopes.stopAll();
  });
  const unsubscribeToasts = services.toasts.subscribe(({ kind, text }) => toast[kind](text));
  const unsubscribeSocketErrors = toastSocketErrors(socket.onFrame, toast, () =>
    passwordWarning.send({ type: "password.required" }),
  );

  return {
    idle: idleWatch.actor,
    locksWhenIdle,
    socket,
    tags,
    passwordWarning,
    scopes,
    errorToasts,
    storage: config.extensions ? createServerStorage(client, () => finished) : createTabStorage(),
    onExportProgress: createExportProgressSubscriber(socket.onFrame),
    firstPageReady,
    startDeferred() {
      resolveFirstPaint();
      socket.send({ type: "session.start", userId: user.id, token });
      refreshCurrentUser();
    },
    stop() {
      finished = true;
      sessionSubscription.unsubscribe();
      unsubscribeToasts();
      unsubscribeSocketErrors();
      errorToasts.stop();
      unwatchPassword();
      clearToasts();
      sessionProbe?.stop();
      window.removeEventListener("beforeunload", warnUnsaved);
      idleWatch.stop();
      socket.stop();
      passwordWarning.stop();
      tags.stop();
      scopes.closeAll();
    },
  };
}
