import { Center, Loader } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { lazy, Suspense } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { Login } from "../login/Login.tsx";
import { usePageCode } from "../routes/usePageCode.ts";
import type { TakeOpened } from "../runtime/openConsole.ts";
import { consoleCode } from "./consoleCode.ts";
import { type Arrival, arrivalOf } from "./leaveReasons.ts";
import { useWiring } from "./useWiring.ts";

// Seldom seen, and its link would weigh on every login.
const AuthRedirect = lazy(() => import("./AuthRedirect.tsx"));

/** Login without a session, the console with one; any other address without a session leads to the root. */
export function Gate({ takeOpened }: { readonly takeOpened: TakeOpened | undefined }) {
  const { session } = useWiring();
  const location = useLocation();
  const token = useSelector(session, ({ context }) => context.token);
  const user = useSelector(session, ({ context }) => context.user);
  const reason = useSelector(session, ({ context }) => context.reason);
  const restoring = useSelector(session, (snapshot) => snapshot.matches("restoring"));
  if (token !== null && user !== null)
    return <Entered key={token} token={token} user={user} takeOpened={takeOpened} />;
  if (restoring) return null;
  if (location.pathname === "/auth-redirect")
    return (
      <Suspense>
        <AuthRedirect />
      </Suspense>
    );
  if (location.pathname !== "/") {
    const from = reason === "logout" ? null : location.pathname + location.search;
    return <Navigate to="/" replace state={{ reason, from } satisfies Arrival} />;
  }
  return <Login arrival={arrivalOf(location.state)} />;
}

interface Session {
  readonly token: string;
  readonly user: StoredUser;
  readonly takeOpened: TakeOpened | undefined;
}

function Entered(session: Session) {
  const Console = usePageCode(consoleCode);
  if (Console) return <Console {...session} />;
  return (
    <Center mih="100vh">
      <Loader aria-label="正在进入后台管理" />
    </Center>
  );
}
