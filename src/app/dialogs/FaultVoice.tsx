import { lazy, useEffect, useState } from "react";
import { Brought } from "../../console/Brought.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { faultSpeech } from "../messages/faultSpeech.ts";
import { say } from "../messages/say.tsx";
import { useRuntime } from "../runtime/useRuntime.ts";

const LoggedOutPrompt = lazy(() =>
  import("./LoggedOutPrompt.tsx").then(({ LoggedOutPrompt: prompt }) => ({ default: prompt })),
);

/** Says failed calls, one message for many of the same; prompts where the proxy base ended its session. */
export function FaultVoice() {
  const { session } = useWiring();
  const { faults } = useRuntime();
  const [prompted, setPrompted] = useState(false);
  useEffect(
    () =>
      faults.listen((fault) => {
        const speech = faultSpeech(fault);
        if (speech.kind === "prompt") setPrompted(true);
        if (speech.kind === "message") say.error(speech.text);
      }),
    [faults],
  );
  const logInAgain = () => {
    session.send({ type: "session.end", reason: "reset" });
    window.location.reload();
  };
  return prompted ? (
    <Brought>
      <LoggedOutPrompt onStay={() => setPrompted(false)} onLogIn={logInAgain} />
    </Brought>
  ) : null;
}
