import type { ActorRefFrom } from "xstate";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { socketPath } from "../../../adapters/contract/socket.ts";
import { createDeskLock } from "../../../adapters/http/deskLock.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { createTabs } from "../../../adapters/http/tabs.ts";
import { tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import type { Wiring } from "../entry/wire.ts";
import { forgetMessages, say } from "../messages/say.tsx";
import { type SocketMirror, socketUrl, startSocket } from "../socket/socketMirror.ts";
import { type Address, beginPage } from "./beginPage.ts";
import { exportProgress } from "./exportProgress.ts";
import { type HeldFaults, heldFaults } from "./heldFaults.ts";
import { serverMemory, tabMemory } from "./memory.ts";
import { createPageScopes, type PageScopes } from "./pageScopes.ts";
import { type PasswordWarningActor, startPasswordWarning } from "./passwords.ts";
import { refreshUser } from "./refreshUser.ts";
import { requirePassword } from "./requirePassword.ts";
import { saySocketErrors } from "./saySocketErrors.ts";
import { unlockDesk } from "./unlockDesk.ts";
import { type IdleActor, watchIdle } from "./watchIdle.ts";
import { whyRefused } from "./whyRefused.ts";

export type TagsActor = ActorRefFrom<ReturnType<typeof tagsMachine>>;

/** What lives as long as one session in one tab. */
export interface ConsoleRuntime {
  readonly idle: IdleActor;
  /** Whether idleness locks the desk instead of ending the session. */
  readonly locks: boolean;
  readonly socket: SocketMirror;
  readonly tags: TagsActor;
  readonly passwordWarning: PasswordWarningActor;
  readonly scopes: PageScopes;
  readonly faults: HeldFaults;
  readonly memory: ReturnType<typeof serverMemory>;
  readonly onExportProgress: ReturnType<typeof exportProgress>;
  /** Resolves when the page of the address can be shown; null where there is nothing to wait for. */
  readonly begun: Promise<void> | null;
  /** Has begin what the first picture does not show: the live connection, the check of the password, who the user is now. */
  readonly goOn: () => void;
  readonly stop: () => void;
}

/**
 * Starts what a session needs beside its screens: idle watch, tags, page actors; with `goOn` the socket and the check
 * of the password. Null where nobody has clicked for too long before this page was loaded: the session is over, and nothing is asked for.
 */
export function startConsole(
  wiring: Wiring,
  session: { readonly token: string; readonly user: StoredUser },
  place: {
    readonly affixed: VisitedPage | null;
    /** Where the console is opened. */
    readonly at: Address;
    readonly go: (location: string) => void;
  },
): ConsoleRuntime | null {
  const { token, user } = session;
  const { client, config, startActor, recorder } = wiring;
  const leave = (reason: "idle" | "elsewhere" | "expired") =>
    wiring.session.send({ type: "session.end", reason, token });

  // A platform without our own calls cannot unlock.
  const locks = config.watch === "lock" && config.extensions;
  const watch = watchIdle(startActor, locks ? "lock" : "off", {
    lastClick: createLastClick(localStorage, Date.now),
    lock: createDeskLock(localStorage),
    expired: () => leave("idle"),
    unlock: unlockDesk(client),
  });
  if (watch.actor.getSnapshot().hasTag("expired")) {
    watch.stop();
    return null;
  }

  const faults = heldFaults(wiring.faults);
  const unsaved = (path: string) => scopes.unsaved([path]).length > 0;
  const tags = startActor("tags", tagsMachine({ ...place, unsaved }));
  const scopes = createPageScopes(startActor, tags);
  // First of all, as this is what one waits for. What a locked desk shows waits until it is unlocked.
  const begun = locks
    ? null
    : beginPage({ tags, scopes }, client, { user, extensions: config.extensions }, place.at);
  let tellDrawn = () => {};
  const drawn = new Promise<void>((resolve) => {
    tellDrawn = resolve;
  });
  let asking: ReturnType<typeof whyRefused> | null = null;
  const socket = startSocket({
    url: socketUrl(config.socket, window.location, socketPath),
    kicked: () => leave("elsewhere"),
    refused() {
      asking = whyRefused(client, () => leave("expired"));
    },
    told: recorder && ((event) => recorder.note("socket", event)),
  });
  const passwordTabs = createTabs("password");
  const passwordWarning = startPasswordWarning(startActor, { client, say, drawn, tabs: passwordTabs });
  // The template's call: a platform without our own calls need not have it, and has named the user at the login.
  const askWho = () => {
    if (config.extensions) void refreshUser(wiring, user);
  };
  const stopRequiring = requirePassword({ faults: wiring.faults, tabs: passwordTabs }, passwordWarning, {
    closePages: scopes.closeAll,
    goOn: askWho,
  });
  const warnUnsaved = (event: BeforeUnloadEvent) => {
    const open = tags.getSnapshot().context.tags.map(({ path }) => path);
    if (scopes.unsaved(open).length > 0) event.preventDefault();
  };
  window.addEventListener("beforeunload", warnUnsaved);
  // A draft that is kept while the session ends comes after it, and is refused.
  let over = false;
  const ending = wiring.session.subscribe((now) => {
    if (!now.matches("loggingOut")) return;
    over = true;
    scopes.stopAll();
  });
  const deafen = wiring.notices.listen(({ kind, text }) => say[kind](text));
  const silence = saySocketErrors(socket.onFrame, say, () =>
    passwordWarning.send({ type: "password.required" }),
  );

  return {
    idle: watch.actor,
    locks,
    socket,
    tags,
    passwordWarning,
    scopes,
    faults,
    memory: config.extensions ? serverMemory(client, () => over) : tabMemory(),
    onExportProgress: exportProgress(socket.onFrame),
    begun,
    goOn() {
      tellDrawn();
      socket.send({ type: "session.start", userId: user.id, token });
      askWho();
    },
    stop() {
      over = true;
      ending.unsubscribe();
      deafen();
      silence();
      faults.stop();
      stopRequiring();
      forgetMessages();
      asking?.stop();
      window.removeEventListener("beforeunload", warnUnsaved);
      watch.stop();
      socket.stop();
      passwordWarning.stop();
      tags.stop();
      scopes.closeAll();
    },
  };
}
