import type { StoredUser } from "../../../adapters/contract/session.ts";
import { getPagePath } from "../../../adapters/http/basePath.ts";
import { waitForState } from "../../pageApi/waitForState.ts";
import type { Services } from "../boot/createServices.ts";
import { getFirstPage } from "../routes/resolveRoute.ts";
import { type SessionRuntime, startSessionRuntime } from "./startSessionRuntime.ts";

/** A running console, rendered or not. */
export interface OpenConsole {
  readonly token: string;
  /** Null if the session has expired by idleness. */
  readonly runtime: SessionRuntime | null;
  /** Sets the router's navigation, which exists only once the console is rendered. */
  readonly setNavigate: (navigate: (location: string) => void) => void;
}

export type ClaimPreopened = (token: string) => OpenConsole | null;

/** Starts the console of a session at the page of the current address. */
export function openConsole(
  services: Services,
  session: { readonly token: string; readonly user: StoredUser },
): OpenConsole {
  const firstPage = getFirstPage(session.user, services.config);
  let navigate = (to: string): void => {
    throw new Error(`Nothing leads to ${to} before the console is shown`);
  };
  const runtime = startSessionRuntime(services, session, {
    affixedPage: firstPage
      ? { path: firstPage.path, location: firstPage.path, title: firstPage.title }
      : null,
    address: { pathname: getPagePath(), search: location.search, hash: location.hash },
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
 * Opens the console of the stored session before the first render, so that its rows are requested earlier. Returns a
 * function that hands it over once, and only to that session.
 */
export async function preopenFromStorage(services: Services): Promise<ClaimPreopened> {
  const restored = await waitForState(services.session, (snapshot) => !snapshot.matches("restoring"));
  const { token, user } = restored.context;
  let preopened = token === null || user === null ? null : openConsole(services, { token, user });
  // A session that ends before the first render does not claim it.
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
