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

/** Shows failed calls, one toast for many of the same; prompts where the proxy base ended its session. */
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

/**
 * The dialogs that belong to the session, whatever page is shown: brought after the first page, which needs none of them,
 * or as soon as one of them has something to say.
 */
export function Dialogs() {
  const { idle, passwordWarning } = useSessionRuntime();
  const [preloaded, setPreloaded] = useState(false);
  useEffect(() => {
    // Fetched ahead, as the line may be down by then. Where that fails it is tried again when one of them is needed.
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
  return (
    <>
      {(preloaded || idleWarning || passwordPrompted) && <SessionDialogs />}
      <ErrorToaster />
    </>
  );
}
