import { useEffect, useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";

const LoggedOutPrompt = withErrorBoundary(
  lazyComponent(async () => (await import("./LoggedOutPrompt.tsx")).LoggedOutPrompt),
);

/** Shows failed calls, one toast for many of the same; prompts where the proxy base ended its session. */
export function ErrorToaster() {
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
