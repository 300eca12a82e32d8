import "./styles.ts";
import { Notifications } from "@mantine/notifications";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { allowedPages } from "../../../machines/permissions.ts";
import { ConsoleContext, type Console as ConsoleValue } from "../../console/useConsole.ts";
import { useWiring } from "../entry/useWiring.ts";
import { say } from "../messages/say.tsx";
import { menuGroups } from "../routes/menuGroups.ts";
import { type ConsoleRuntime, startConsole } from "../runtime/startConsole.ts";
import { RuntimeContext } from "../runtime/useRuntime.ts";
import { Shell } from "./Shell.tsx";

export { bringPage } from "../routes/pages.ts";

// In memory before anything is shown that it may have to cover.
const LockableDesk = lazy(() => import("../lock/LockableDesk.tsx"));

/** The console of one session: what it runs on while it lasts, around the shell. */
export default function Console({ token, user }: { readonly token: string; readonly user: StoredUser }) {
  const wiring = useWiring();
  const navigate = useNavigate();
  const [runtime, setRuntime] = useState<ConsoleRuntime | null>(null);
  const atStart = useRef({ user, navigate, location: useLocation() });

  // Before anything is painted: the shell and its page are drawn in one go.
  useLayoutEffect(() => {
    const { user, navigate, location } = atStart.current;
    const [first] = allowedPages(user.roles, menuGroups);
    const affixed = first ? { path: first.path, location: first.path, title: first.title } : null;
    const place = { affixed, at: location, go: (to: string) => void navigate(to) };
    const started = startConsole(wiring, { token, user }, place);
    let over = false;
    const enter = () => {
      if (!over) setRuntime(started);
    };
    if (started?.begun) void started.begun.then(enter);
    else enter();
    return () => {
      over = true;
      started?.stop();
    };
  }, [wiring, token]);

  if (!runtime) return null;
  const { client, config } = wiring;
  const { memory, socket, onExportProgress } = runtime;
  const value: ConsoleValue = { client, config, user, say, memory, socket, onExportProgress };
  return (
    <RuntimeContext value={runtime}>
      <ConsoleContext value={value}>
        <Notifications position="top-center" limit={5} />
        {runtime.locks ? (
          <Suspense>
            <LockableDesk runtime={runtime} user={user}>
              <Shell />
            </LockableDesk>
          </Suspense>
        ) : (
          <Shell />
        )}
      </ConsoleContext>
    </RuntimeContext>
  );
}
