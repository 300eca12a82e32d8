import type { ActorRefFrom } from "xstate";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { CallError } from "../../../adapters/http/callError.ts";
import { type Client, createClient } from "../../../adapters/http/client.ts";
import { createCookies } from "../../../adapters/http/cookies.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { createSessionStorage } from "../../../adapters/http/storage.ts";
import { createTabs } from "../../../adapters/http/tabs.ts";
import { isTemporary } from "../../../machines/fault.ts";
import { layoutMachine } from "../../../machines/layout.machine.ts";
import { sessionMachine } from "../../../machines/session.machine.ts";
import type { Messages } from "../../console/useConsole.ts";
import type { Recorder } from "../qa/recorder.ts";
import { createHub, type Hub } from "./hub.ts";
import { layoutPort } from "./layoutPort.ts";
import { leaveReasonOf } from "./leaveReasonOf.ts";
import { sessionPort, sessionTabMessage } from "./sessionPort.ts";
import { type StartActor, starter } from "./startActor.ts";

export type SessionActor = ActorRefFrom<ReturnType<typeof sessionMachine<StoredUser>>>;
export type LayoutActor = ActorRefFrom<ReturnType<typeof layoutMachine>>;

export interface Notice {
  readonly kind: keyof Messages;
  readonly text: string;
}

/** What lives as long as the document: configuration, client, session, layout. */
export interface Wiring {
  readonly config: ConsoleConfig;
  readonly client: Client;
  readonly session: SessionActor;
  readonly layout: LayoutActor;
  /** Failed calls and short messages, for the console to say once it is loaded. */
  readonly faults: Hub<CallError>;
  readonly notices: Hub<Notice>;
  readonly startActor: StartActor;
  /** Watches the machines for the QA page; null where that page is not offered. */
  readonly recorder: Recorder | null;
}

/** Puts the entry together: the one client, the session, the layout, and what failed calls mean for them. */
export function wire(config: ConsoleConfig, recorder: Recorder | null): Wiring {
  const startActor = starter(recorder);
  const storage = createSessionStorage(localStorage, sessionStorage, window);
  const tabs = createTabs("session");
  const faults = createHub<CallError>();
  const notices = createHub<Notice>();
  const client = createClient({
    config: () => config,
    // Read from the storage at each call: a session user that went missing must stop the call.
    credentials: () => {
      const stored = storage.read();
      return stored && { token: stored.token, uToken: stored.user.uToken };
    },
    fetch: (input, init) => fetch(input, init),
    onFault: (fault, token, quiet) => {
      if (!quiet || !isTemporary(fault)) faults.tell(fault);
      const reason = leaveReasonOf(fault);
      if (reason) session.send({ type: "session.end", reason, ...(token === null ? {} : { token }) });
    },
  });
  const lastClick = createLastClick(localStorage, Date.now);
  const session: SessionActor = startActor(
    "session",
    sessionMachine(sessionPort({ config, client, storage, tabs, lastClick })),
  );
  tabs.listen((told) => {
    const message = sessionTabMessage(told);
    if (message) session.send(message);
  });
  storage.onWritten(() => session.send({ type: "tab.loggedIn" }));

  const width = () => document.body.clientWidth;
  const say = (kind: "success", text: string) => notices.tell({ kind, text });
  const cookies = createCookies(document);
  const layout = startActor("layout", layoutMachine(layoutPort({ cookies, width, say })));
  window.addEventListener("resize", () => layout.send({ type: "window.resize", width: width() }));
  return { config, client, session, layout, faults, notices, startActor, recorder };
}
