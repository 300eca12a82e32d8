import { type ActorRefFrom, createActor } from "xstate";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { socketPath } from "../../../adapters/contract/socket.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import type { Wiring } from "../entry/wire.ts";
import { forgetMessages, say } from "../messages/say.tsx";
import { type SocketMirror, socketUrl, startSocket } from "../socket/socketMirror.ts";
import { exportProgress } from "./exportProgress.ts";
import { serverMemory, tabMemory } from "./memory.ts";
import { createPageScopes, type PageScopes } from "./pageScopes.ts";
import { type PasswordWarningActor, startPasswordWarning } from "./passwords.ts";
import { refreshUser } from "./refreshUser.ts";
import { type IdleActor, watchIdle } from "./watchIdle.ts";
import { whyRefused } from "./whyRefused.ts";

export type TagsActor = ActorRefFrom<ReturnType<typeof tagsMachine>>;

/** What lives as long as one session in one tab. */
export interface ConsoleRuntime {
  readonly idle: IdleActor;
  readonly socket: SocketMirror;
  readonly tags: TagsActor;
  readonly passwordWarning: PasswordWarningActor;
  readonly scopes: PageScopes;
  readonly memory: ReturnType<typeof serverMemory>;
  readonly onExportProgress: ReturnType<typeof exportProgress>;
  readonly stop: () => void;
}

/** Starts everything a session needs beside its screens: socket, idle watch, tags, password check, page actors. */
export function startConsole(
  wiring: Wiring,
  session: { readonly token: string; readonly user: StoredUser },
  place: { readonly affixed: VisitedPage | null; readonly go: (location: string) => void },
): ConsoleRuntime {
  const { token, user } = session;
  const { client, config } = wiring;
  const leave = (reason: "idle" | "elsewhere" | "expired") =>
    wiring.session.send({ type: "session.end", reason, token });

  let asking: ReturnType<typeof whyRefused> | null = null;
  const socket = startSocket({
    url: socketUrl(config.socket, window.location, socketPath),
    kicked: () => leave("elsewhere"),
    refused() {
      asking = whyRefused(client, () => leave("expired"));
    },
  });
  socket.send({ type: "session.start", userId: user.id, token });
  const watch = watchIdle({ lastClick: createLastClick(localStorage), expired: () => leave("idle") });
  const unsaved = (path: string) => scopes.unsaved([path]).length > 0;
  const tags = createActor(tagsMachine({ ...place, unsaved })).start();
  const scopes = createPageScopes(tags);
  const passwordWarning = startPasswordWarning(client, say);
  const warnUnsaved = (event: BeforeUnloadEvent) => {
    const open = tags.getSnapshot().context.tags.map(({ path }) => path);
    if (scopes.unsaved(open).length > 0) event.preventDefault();
  };
  window.addEventListener("beforeunload", warnUnsaved);
  const deafen = wiring.notices.listen(({ kind, text }) => say[kind](text));
  void refreshUser(wiring, user);

  return {
    idle: watch.actor,
    socket,
    tags,
    passwordWarning,
    scopes,
    memory: config.extensions ? serverMemory(client) : tabMemory(),
    onExportProgress: exportProgress(socket.onFrame),
    stop() {
      deafen();
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
