import { useEffect, useState } from "react";
import { brought } from "../../console/brought.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { faultSpeech } from "../messages/faultSpeech.ts";
import { say } from "../messages/say.tsx";
import { useRuntime } from "../runtime/useRuntime.ts";
import { apart } from "../shell/apart.tsx";

const LoggedOutPrompt = apart(brought(async () => (await import("./LoggedOutPrompt.tsx")).LoggedOutPrompt));

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
        if (speech.kind === "message") say.error(speech.text, speech.reqId);
      }),
    [faults],
  );
  const logInAgain = () => {
    session.send({ type: "session.end", reason: "reset" });
    window.location.reload();
  };
  return prompted ? <LoggedOutPrompt onStay={() => setPrompted(false)} onLogIn={logInAgain} /> : null;
}
