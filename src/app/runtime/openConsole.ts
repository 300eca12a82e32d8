import type { StoredUser } from "../../../adapters/contract/session.ts";
import { allowedPages } from "../../../machines/permissions.ts";
import { waitForState } from "../../console/waitForState.ts";
import type { Wiring } from "../entry/wire.ts";
import { menuGroups } from "../routes/menuGroups.ts";
import { type ConsoleRuntime, startConsole } from "./startConsole.ts";

/** A console that runs, whether or not it is shown yet. */
export interface OpenConsole {
  readonly token: string;
  /** Null where the session is over: nobody has clicked for too long. */
  readonly runtime: ConsoleRuntime | null;
  /** Tells it the way to other pages, which it has from the router once it is shown. */
  readonly goBy: (go: (location: string) => void) => void;
}

export type TakeOpened = (token: string) => OpenConsole | null;

/** Opens the console of a session at the page of the address. */
export function openConsole(
  wiring: Wiring,
  session: { readonly token: string; readonly user: StoredUser },
): OpenConsole {
  const [first] = allowedPages(session.user.roles, menuGroups);
  let go = (to: string): void => {
    throw new Error(`Nothing leads to ${to} before the console is shown`);
  };
  const runtime = startConsole(wiring, session, {
    affixed: first ? { path: first.path, location: first.path, title: first.title } : null,
    at: window.location,
    go: (to) => go(to),
  });
  return {
    token: session.token,
    runtime,
    goBy(way) {
      go = way;
    },
  };
}

/**
 * Opens the console of the session that is stored, before anything is drawn: its rows are then on their way the sooner.
 * Answers with what hands it over, once, and to that session alone.
 */
export async function openStored(wiring: Wiring): Promise<TakeOpened> {
  const restored = await waitForState(wiring.session, (snapshot) => !snapshot.matches("restoring"));
  const { token, user } = restored.context;
  let opened = token === null || user === null ? null : openConsole(wiring, { token, user });
  // Not taken by a session that ends before it is drawn.
  const ended = wiring.session.subscribe(({ context }) => {
    if (opened === null || context.token === opened.token) return;
    opened.runtime?.stop();
    opened = null;
  });
  return (wanted) => {
    ended.unsubscribe();
    const taken = opened;
    opened = null;
    if (taken === null || taken.token === wanted) return taken;
    taken.runtime?.stop();
    return null;
  };
}
