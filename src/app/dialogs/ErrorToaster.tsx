import { useEffect, useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { toast } from "../toast/toast.tsx";
import { toErrorDisplay } from "../toast/toErrorDisplay.ts";

const LoggedOutPrompt = withErrorBoundary(
  lazyComponent(async () => (await import("./LoggedOutPrompt.tsx")).LoggedOutPrompt),
);

/** Says failed calls, one message for many of the same; prompts where the proxy base ended its session. */
export function ErrorToaster() {
  const { session } = useServices();
  const { errors } = useSessionRuntime();
  const [prompted, setPrompted] = useState(false);
  useEffect(
    () =>
      errors.subscribe((error) => {
        const display = toErrorDisplay(error);
        if (display.kind === "prompt") setPrompted(true);
        if (display.kind === "message") toast.error(display.text, display.reqId);
      }),
    [errors],
  );
  const logInAgain = () => {
    session.send({ type: "session.end", reason: "reset" });
    window.location.reload();
  };
  return prompted ? <LoggedOutPrompt onStay={() => setPrompted(false)} onLogIn={logInAgain} /> : null;
}
