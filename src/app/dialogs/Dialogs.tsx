import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";

const LoggedOutPrompt = withErrorBoundary(
  lazyComponent(async () => (await import("./LoggedOutPrompt.tsx")).LoggedOutPrompt),
);

/** Toasts failed calls, identical ones once; shows a prompt if the proxy base ended its session. */
function ErrorToaster() {
  const { session } = useServices();
  const { errorToasts } = useSessionRuntime();
  const [prompted, setPrompted] = useState(false);
  useEffect(() => errorToasts.show(() => setPrompted(true)), [errorToasts]);
  const logInAgain = () => {
    session.send({ type: "session.end", reason: "reset" });
    window.location.reload();
  };
  return prompted ? <LoggedOutPrompt onStay={() => setPrompted(false)} onLogIn={logInAgain} /> : null;
}

const SessionDialogs = withErrorBoundary(
  lazyComponent(async () => (await import("./SessionDialogs.tsx")).SessionDialogs),
);

/** The session's dialogs, on every page. Their code loads after the first page, or when one of them has to open. */
export function Dialogs() {
  const { idle, passwordWarning, secondFactor } = useSessionRuntime();
  const [preloaded, setPreloaded] = useState(false);
  useEffect(() => {
    // Preloaded, as the network may be down when a dialog has to open. Opening it retries a failed preload.
    const preloadDialogs = () =>
      void SessionDialogs.preload().then(
        () => setPreloaded(true),
        () => undefined,
      );
    return runAfterStartup(preloadDialogs);
  }, []);
  const idleWarning = useSelector(idle, (snapshot) => snapshot.hasTag("warning"));
  const passwordPrompted = useSelector(
    passwordWarning,
    (snapshot) => snapshot.hasTag("warned") || snapshot.hasTag("changing"),
  );
  const secondFactorOpen = useSelector(secondFactor, (snapshot) => snapshot.hasTag("open"));
  return (
    <>
      {(preloaded || idleWarning || passwordPrompted || secondFactorOpen) && <SessionDialogs />}
      <ErrorToaster />
    </>
  );
}
