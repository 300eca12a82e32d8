import "./styles.ts";
import { Notifications } from "@mantine/notifications";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { ConsoleContext, type Console as ConsoleValue } from "../../console/useConsole.ts";
import { useWiring } from "../entry/useWiring.ts";
import { say } from "../messages/say.tsx";
import { openConsole, type TakeOpened } from "../runtime/openConsole.ts";
import type { ConsoleRuntime } from "../runtime/startConsole.ts";
import { RuntimeContext } from "../runtime/useRuntime.ts";
import { GoOn } from "./GoOn.tsx";
import { Shell } from "./Shell.tsx";

export { bringPage } from "../routes/pages.ts";
export { openStored } from "../runtime/openConsole.ts";

// In memory before anything is shown that it may have to cover.
const LockableDesk = lazy(() => import("../lock/LockableDesk.tsx"));

interface Session {
  readonly token: string;
  readonly user: StoredUser;
  /** What was opened ahead, mostly for this session. */
  readonly takeOpened: TakeOpened | undefined;
}

/** The console of one session: what it runs on while it lasts, around the shell. */
export default function Console({ token, user, takeOpened }: Session) {
  const wiring = useWiring();
  const navigate = useNavigate();
  const [runtime, setRuntime] = useState<ConsoleRuntime | null>(null);
  const atStart = useRef({ user, navigate, takeOpened });

  // Before anything is painted: the shell and its page are drawn in one go.
  useLayoutEffect(() => {
    const { user, navigate, takeOpened } = atStart.current;
    const desk = takeOpened?.(token) ?? openConsole(wiring, { token, user });
    desk.goBy((to) => void navigate(to));
    const started = desk.runtime;
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
        <GoOn goOn={runtime.goOn} />
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
