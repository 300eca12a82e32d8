import "./styles.ts";
import { Notifications } from "@mantine/notifications";
import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { type PageApi, PageApiContext } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { type ClaimPreopened, openConsole } from "../session/openConsole.ts";
import type { SessionRuntime } from "../session/startSessionRuntime.ts";
import { SessionRuntimeContext } from "../session/useSessionRuntime.ts";
import { toast } from "../toast/toast.tsx";
import { AfterFirstPaint } from "./AfterFirstPaint.tsx";
import { Shell } from "./Shell.tsx";

export { preloadPage } from "../routes/pages.ts";
export { preopenFromStorage } from "../session/openConsole.ts";

// In memory before anything is shown that it may have to cover.
const LockableShell = lazyComponent(async () => (await import("../lock/LockableShell.tsx")).default);

export interface ConsoleProps {
  readonly token: string;
  readonly user: StoredUser;
  /** What was opened ahead, mostly for this session. */
  readonly claimPreopened: ClaimPreopened | undefined;
}

/** The console of one session: what it runs on while it lasts, around the shell. */
export default function Console({ token, user, claimPreopened }: ConsoleProps) {
  const services = useServices();
  const navigate = useNavigate();
  const [runtime, setRuntime] = useState<SessionRuntime | null>(null);
  const initialProps = useRef({ user, navigate, claimPreopened });

  // Before anything is painted: the shell and its page are drawn in one go.
  useLayoutEffect(() => {
    const { user, navigate, claimPreopened } = initialProps.current;
    const opened = claimPreopened?.(token) ?? openConsole(services, { token, user });
    opened.setNavigate((to) => void navigate(to));
    const startedRuntime = opened.runtime;
    let unmounted = false;
    const show = () => {
      if (!unmounted) setRuntime(startedRuntime);
    };
    if (startedRuntime?.firstPageReady) void startedRuntime.firstPageReady.then(show);
    else show();
    return () => {
      unmounted = true;
      startedRuntime?.stop();
    };
  }, [services, token]);

  if (!runtime) return null;
  const { client, config } = services;
  const { storage, socket, onExportProgress } = runtime;
  const pageApi: PageApi = { client, config, user, toast, storage, socket, onExportProgress };
  return (
    <SessionRuntimeContext value={runtime}>
      <PageApiContext value={pageApi}>
        <Notifications position="top-center" limit={5} />
        <AfterFirstPaint startDeferred={runtime.startDeferred} />
        {runtime.locksWhenIdle ? (
          <LockableShell runtime={runtime} user={user}>
            <Shell />
          </LockableShell>
        ) : (
          <Shell />
        )}
      </PageApiContext>
    </SessionRuntimeContext>
  );
}
