import { MantineProvider } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { BrowserRouter, Navigate, useLocation } from "react-router-dom";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { createLazy } from "../../loading/createLazy.tsx";
import { Login } from "../login/Login.tsx";
import type { ClaimPreopened } from "../session/openConsole.ts";
import { createConsoleTheme } from "../theme/createConsoleTheme.ts";
import { resolveColorVariables } from "../theme/resolveColorVariables.ts";
import type { Services } from "./createServices.ts";
import { LazyConsole } from "./LazyConsole.tsx";
import { type LoginRedirectState, parseRedirectState } from "./loginRedirectState.ts";
import { ServicesContext, useServices } from "./useServices.ts";

// Rarely shown; its link component would add to the login bundle.
const SignedOutAuthRedirect = createLazy(async () => (await import("./SignedOutAuthRedirect.tsx")).default);

/** Shows the console to a signed-in user and the login to everyone else; other addresses redirect to the root. */
function AuthGate({ claimPreopened }: { readonly claimPreopened: ClaimPreopened | undefined }) {
  const { session } = useServices();
  const location = useLocation();
  const token = useSelector(session, ({ context }) => context.token);
  const user = useSelector(session, ({ context }) => context.user);
  const reason = useSelector(session, ({ context }) => context.reason);
  const restoring = useSelector(session, (snapshot) => snapshot.matches("restoring"));
  if (token !== null && user !== null)
    return <LazyConsole key={token} token={token} user={user} claimPreopened={claimPreopened} />;
  if (restoring) return null;
  if (location.pathname === "/auth-redirect") return <SignedOutAuthRedirect />;
  if (location.pathname !== "/") {
    const from = reason === "logout" ? null : location.pathname + location.search;
    return <Navigate to="/" replace state={{ reason, from } satisfies LoginRedirectState} />;
  }
  return <Login redirectState={parseRedirectState(location.state)} />;
}

/**
 * The whole application: theme, router, and the choice between login and console.
 * @param claimPreopened hands over a console that was opened before the first render
 */
export function App({
  services,
  claimPreopened,
}: {
  readonly services: Services;
  readonly claimPreopened: ClaimPreopened | undefined;
}) {
  const size = useSelector(services.layout, ({ context }) => context.size);
  const color = useSelector(services.layout, ({ context }) => context.settings.theme);
  const dark = useSelector(services.layout, ({ context }) => context.settings.dark);
  const theme = useMemo(() => createConsoleTheme(color, size), [color, size]);
  return (
    <ServicesContext value={services}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveColorVariables}
        forceColorScheme={dark ? "dark" : "light"}
      >
        <BrowserRouter basename={toServerPath("/")}>
          <AuthGate claimPreopened={claimPreopened} />
        </BrowserRouter>
      </MantineProvider>
    </ServicesContext>
  );
}
