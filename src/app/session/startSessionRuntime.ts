import type { ActorRefFrom } from "xstate";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { socketPath } from "../../../adapters/contract/socket.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { createLockStorage } from "../../../adapters/http/lockStorage.ts";
import { scopeStorage } from "../../../adapters/http/scopeStorage.ts";
import type { StoredSession } from "../../../adapters/http/sessionStorage.ts";
import { createTabChannel } from "../../../adapters/http/tabChannel.ts";
import type { IdlePort } from "../../../machines/idle.machine.ts";
import { tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import { createSessionScope, type SessionScope } from "../../pageApi/sessionScope.ts";
import type { UserStorage } from "../../pageApi/usePageApi.ts";
import type { Services } from "../boot/createServices.ts";
import { canOpenPage, resolveRoute } from "../routes/resolveRoute.ts";
import { type SocketClient, startSocket, toSocketUrl } from "../socket/startSocket.ts";
import {
  clearToasts,
  createErrorToasts,
  type ErrorToasts,
  toast,
  toastSocketErrors,
} from "../toast/toast.tsx";
import { createExportProgressSubscriber } from "./createExportProgressSubscriber.ts";
import { createPageScopes, type PageScopes } from "./createPageScopes.ts";
import { followRights } from "./followRights.ts";
import { probeSession } from "./probeSession.ts";
import { refreshUser } from "./refreshUser.ts";
import { type PasswordWarningActor, startPasswordWarning } from "./startPasswordWarning.ts";
import { type SecondFactorActor, startSecondFactor } from "./startSecondFactor.ts";
import { createServerStorage, createTabStorage } from "./userStorage.ts";
import { type IdleActor, watchIdle } from "./watchIdle.ts";
import { watchPasswordRequired } from "./watchPasswordRequired.ts";

export type TagsActor = ActorRefFrom<ReturnType<typeof tagsMachine>>;

/** What lives as long as one session in one tab. */
export interface SessionRuntime {
  readonly idle: IdleActor;
  /** Whether idleness locks the console instead of ending the session. */
  readonly locksWhenIdle: boolean;
  readonly socket: SocketClient;
  readonly tags: TagsActor;
  readonly passwordWarning: PasswordWarningActor;
  readonly secondFactor: SecondFactorActor;
  readonly scopes: PageScopes;
  /** What belongs to no page, as the alarms. */
  readonly shared: SessionScope;
  readonly errorToasts: ErrorToasts;
  readonly navigate: (location: string) => void;
  readonly storage: ReturnType<typeof createServerStorage>;
  readonly onExportProgress: ReturnType<typeof createExportProgressSubscriber>;
  /** Resolves when the page of the address can render; null if there is nothing to wait for. */
  readonly firstPageReady: Promise<void> | null;
  /** Starts what the first paint does not show: live connection, password check, refresh of the user. */
  readonly startDeferred: () => void;
  readonly stop: () => void;
}

interface RuntimeOptions {
  readonly affixedPage: VisitedPage | null;
  /** The page that the console opens at. */
  readonly address: Pick<Location, "pathname" | "search" | "hash">;
  readonly navigate: (location: string) => void;
}

type EndSession = (reason: "idle" | "elsewhere" | "expired") => void;

/** Asks the server whether the password (MD5 hex) unlocks the console; rejects with the server's message if not. */
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

const startIdleWatch = ({ client, startActor }: Services, locksWhenIdle: boolean, endSession: EndSession) =>
  watchIdle(startActor, locksWhenIdle ? "lock" : "off", {
    lastClick: createLastClick(scopeStorage(localStorage), Date.now),
    lock: createLockStorage(scopeStorage(localStorage)),
    onExpired: () => endSession("idle"),
    unlock: createUnlock(client),
  });

/** Starts the tags, as they were before a reload, and their pages' scopes; the browser asks before it unloads unsaved content. */
function startPages(
  { startActor, storage, config: { extensions } }: Services,
  session: StoredSession,
  { affixedPage, navigate }: RuntimeOptions,
) {
  const { user } = session;
  const { id } = user;
  const hasUnsavedChanges = (path: string) => scopes.unsavedPaths([path]).length > 0;
  const restoredPages = storage
    .readTags(id)
    .filter(({ path }) => canOpenPage(path, user, { extensions }))
    .map((tag) => ({ ...tag, location: tag.path }));
  const tags = startActor("tags", tagsMachine({ affixedPage, restoredPages, navigate, hasUnsavedChanges }));
  tags.subscribe(({ context }) => storage.writeTags(session, context.tags));
  const scopes = createPageScopes(startActor, tags);
  const warnUnsaved = (event: BeforeUnloadEvent) => {
    const open = tags.getSnapshot().context.tags.map(({ path }) => path);
    if (scopes.unsavedPaths(open).length > 0) event.preventDefault();
  };
  window.addEventListener("beforeunload", warnUnsaved);
  const stop = () => {
    window.removeEventListener("beforeunload", warnUnsaved);
    tags.stop();
    scopes.closeAll();
  };
  return { tags, scopes, stop };
}

/** How long the first render waits for the page's rows, ms; most rows arrive within it. */
const rowsTimeoutMs = 300;

/** Visits the page of the address and runs its loader. Resolves when the page can render; null without a loader. */
function preloadPageData(
  { tags, scopes }: Pick<SessionRuntime, "tags" | "scopes">,
  { client, config: { extensions } }: Services,
  storage: UserStorage,
  user: StoredUser,
  { pathname, search, hash }: RuntimeOptions["address"],
): Promise<void> | null {
  const route = resolveRoute(pathname, user, { qa: false, extensions });
  if (route.kind !== "page") return null;
  const { title, Component } = route.page;
  tags.send({ type: "page.visit", page: { path: pathname, title, location: pathname + search + hash } });
  const tag = tags.getSnapshot().context.tags.find((candidate) => candidate.path === pathname);
  const loading =
    tag &&
    Component.getLoaded()?.loader?.({
      scope: scopes.forTag(tag),
      client,
      storage,
      user,
      extensions,
      search,
    });
  if (!loading) return null;
  return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, rowsTimeoutMs))]);
}

/** Starts the socket. A login elsewhere ends the session; a refusal is probed for its reason. */
function startSessionSocket({ client, config, recorder }: Services, endSession: EndSession) {
  let probe: ReturnType<typeof probeSession> | null = null;
  const socket = startSocket({
    url: toSocketUrl(config.socket, window.location, socketPath),
    mayBeSilent: !config.extensions,
    onKicked: () => endSession("elsewhere"),
    onRefused() {
      probe = probeSession(client, () => endSession("expired"));
    },
    onEvent: recorder && ((event) => recorder.record("socket", event)),
  });
  const stop = () => {
    probe?.stop();
    socket.stop();
  };
  return { socket, stop };
}

/** Starts the password check; pages are closed while an initial password must be changed. */
function startPasswordCheck(
  { client, startActor, errors }: Services,
  firstPaint: Promise<void>,
  callbacks: { readonly closePages: () => void; readonly resume: () => void },
) {
  const tabs = createTabChannel("password");
  const warning = startPasswordWarning(startActor, { client, toast, firstPaint, tabs });
  const unwatch = watchPasswordRequired({ errors, tabs }, warning, callbacks);
  const stop = () => {
    unwatch();
    warning.stop();
  };
  return { warning, stop };
}

/**
 * Starts what a session needs besides its components; socket and password check wait for `startDeferred`. Null if
 * the session expired by idleness before this document was loaded; nothing is requested then.
 */
export function startSessionRuntime(
  services: Services,
  session: StoredSession,
  options: RuntimeOptions,
): SessionRuntime | null {
  const { token, user } = session;
  const { client, config } = services;
  const endSession: EndSession = (reason) => services.session.send({ type: "session.end", reason, token });

  // Unlocking needs a call beyond the specification.
  const locksWhenIdle = config.watch === "lock" && config.extensions;
  const idleWatch = startIdleWatch(services, locksWhenIdle, endSession);
  if (idleWatch.actor.getSnapshot().hasTag("expired")) {
    idleWatch.stop();
    return null;
  }

  const errorToasts = createErrorToasts(services.errors, toast);
  const { tags, scopes, stop: stopPages } = startPages(services, session, options);
  // The server would refuse a draft that is saved after the end of the session.
  let finished = false;
  const storage = config.extensions ? createServerStorage(client, () => finished) : createTabStorage();
  // Before everything else, as the user waits for it. With a lock, the page loads only once it is unlocked.
  const firstPageReady = locksWhenIdle
    ? null
    : preloadPageData({ tags, scopes }, services, storage, user, options.address);
  const { socket, stop: stopSocket } = startSessionSocket(services, endSession);
  let resolveFirstPaint = () => {};
  const firstPaint = new Promise<void>((resolve) => {
    resolveFirstPaint = resolve;
  });
  // The template's call: another platform may lack it, and has sent the user with the login.
  const refreshCurrentUser = async () => config.extensions && refreshUser(services, user);
  const pageCallbacks = { closePages: scopes.closeAll, resume: () => void refreshCurrentUser() };
  const { warning: passwordWarning, stop: stopPasswordCheck } = startPasswordCheck(
    services,
    firstPaint,
    pageCallbacks,
  );
  const { actor: secondFactor, stop: stopSecondFactor } = startSecondFactor(services, toast, pageCallbacks);
  const shared = createSessionScope();
  const sessionSubscription = services.session.subscribe((snapshot) => {
    if (!snapshot.matches("loggingOut")) return;
    finished = true;
    scopes.stopAll();
    shared.stop();
  });
  const unsubscribeToasts = services.toasts.subscribe(({ kind, text }) => toast[kind](text));
  const unsubscribeSocketErrors = toastSocketErrors(socket.onFrame, toast, (reason) => {
    if (reason === "initialPassword") passwordWarning.send({ type: "password.required" });
    else secondFactor.send({ type: "secondFactor.required" });
  });

  const stopRights = followRights(socket, toast, refreshCurrentUser);

  return {
    idle: idleWatch.actor,
    locksWhenIdle,
    socket,
    tags,
    passwordWarning,
    secondFactor,
    scopes,
    shared,
    errorToasts,
    navigate: options.navigate,
    storage,
    onExportProgress: createExportProgressSubscriber(socket.onFrame),
    firstPageReady,
    startDeferred() {
      resolveFirstPaint();
      socket.send({ type: "session.start", userId: user.id, token });
      void refreshCurrentUser();
    },
    stop() {
      finished = true;
      sessionSubscription.unsubscribe();
      unsubscribeToasts();
      unsubscribeSocketErrors();
      stopRights();
      errorToasts.stop();
      stopPasswordCheck();
      stopSecondFactor();
      clearToasts();
      shared.stop();
      idleWatch.stop();
      stopSocket();
      stopPages();
    },
  };
}
