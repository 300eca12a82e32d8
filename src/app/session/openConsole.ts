import type { StoredUser } from "../../../adapters/contract/session.ts";
import { getAllowedPages } from "../../../machines/permissions.ts";
import { waitForState } from "../../pageApi/waitForState.ts";
import type { Services } from "../boot/createServices.ts";
import { menuGroups } from "../routes/menuGroups.ts";
import { type SessionRuntime, startSessionRuntime } from "./startSessionRuntime.ts";

/** A console that runs, whether or not it is shown yet. */
export interface OpenConsole {
  readonly token: string;
  /** Null where the session is over: nobody has clicked for too long. */
  readonly runtime: SessionRuntime | null;
  /** Tells it the way to other pages, which it has from the router once it is shown. */
  readonly setNavigate: (navigate: (location: string) => void) => void;
}

export type ClaimPreopened = (token: string) => OpenConsole | null;

/** Opens the console of a session at the page of the address. */
export function openConsole(
  services: Services,
  session: { readonly token: string; readonly user: StoredUser },
): OpenConsole {
  const [firstPage] = getAllowedPages(session.user.roles, menuGroups);
  let navigate = (to: string): void => {
    throw new Error(`Nothing leads to ${to} before the console is shown`);
  };
  const runtime = startSessionRuntime(services, session, {
    affixedPage: firstPage
      ? { path: firstPage.path, location: firstPage.path, title: firstPage.title }
      : null,
    address: window.location,
    navigate: (to) => navigate(to),
  });
  return {
    token: session.token,
    runtime,
    setNavigate(newNavigate) {
      navigate = newNavigate;
    },
  };
}

/**
 * Opens the console of the session that is stored, before anything is drawn: its rows are then on their way the sooner.
 * Answers with what hands it over, once, and to that session alone.
 */
export async function preopenFromStorage(services: Services): Promise<ClaimPreopened> {
  const restored = await waitForState(services.session, (snapshot) => !snapshot.matches("restoring"));
  const { token, user } = restored.context;
  let preopened = token === null || user === null ? null : openConsole(services, { token, user });
  // Not taken by a session that ends before it is drawn.
  const subscription = services.session.subscribe(({ context }) => {
    if (preopened === null || context.token === preopened.token) return;
    preopened.runtime?.stop();
    preopened = null;
  });
  return (requestedToken) => {
    subscription.unsubscribe();
    const claimed = preopened;
    preopened = null;
    if (claimed === null || claimed.token === requestedToken) return claimed;
    claimed.runtime?.stop();
    return null;
  };
}
