import { type ActorRefFrom, createActor } from "xstate";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { type Client, createClient } from "../../../adapters/http/client.ts";
import { createSessionStorage } from "../../../adapters/http/storage.ts";
import { createTabs } from "../../../adapters/http/tabs.ts";
import { sessionMachine } from "../../../machines/session.machine.ts";
import { createFaultHub, type FaultHub } from "./faultHub.ts";
import { leaveReasonOf } from "./leaveReasonOf.ts";
import { sessionPort, sessionTabMessage } from "./sessionPort.ts";

export type SessionActor = ActorRefFrom<ReturnType<typeof sessionMachine<StoredUser>>>;

/** What lives as long as the document: configuration, client, session. */
export interface Wiring {
  readonly config: ConsoleConfig;
  readonly client: Client;
  readonly session: SessionActor;
  readonly faults: FaultHub;
}

/** Puts the entry together: the one client, the one session machine, and what failed calls mean for it. */
export function wire(config: ConsoleConfig): Wiring {
  const storage = createSessionStorage(localStorage, sessionStorage);
  const tabs = createTabs("session");
  const faults = createFaultHub();
  const client = createClient({
    config: () => config,
    // Read from the storage at each call: a session user that went missing must stop the call.
    credentials: () => {
      const stored = storage.read();
      return stored && { token: stored.token, uToken: stored.user.uToken };
    },
    fetch: (input, init) => fetch(input, init),
    onFault: (fault, token) => {
      faults.tell(fault);
      const reason = leaveReasonOf(fault.kind);
      if (reason) session.send({ type: "session.end", reason, ...(token === null ? {} : { token }) });
    },
  });
  const session: SessionActor = createActor(sessionMachine(sessionPort({ config, client, storage, tabs })));
  tabs.listen((told) => {
    const message = sessionTabMessage(told);
    if (message) session.send(message);
  });
  session.start();
  return { config, client, session, faults };
}
