import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { brought } from "../../console/brought.tsx";
import { useRuntime } from "../runtime/useRuntime.ts";
import { onceSettled } from "../runtime/whenIdle.ts";
import { FaultVoice } from "./FaultVoice.tsx";

const SessionDialogs = brought(async () => (await import("./SessionDialogs.tsx")).SessionDialogs);

/**
 * The dialogs that belong to the session, whatever page is shown: brought after the first page, which needs none of them,
 * or as soon as one of them has something to say.
 */
export function Dialogs() {
  const { idle, passwordWarning } = useRuntime();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    // Fetched ahead, as the line may be down by then. Where that fails it is tried again when one of them is needed.
    const fetchAhead = () =>
      void SessionDialogs.bring().then(
        () => setSettled(true),
        () => undefined,
      );
    return onceSettled(fetchAhead);
  }, []);
  const leaving = useSelector(idle, (snapshot) => snapshot.hasTag("warning"));
  const asked = useSelector(
    passwordWarning,
    (snapshot) => snapshot.hasTag("warned") || snapshot.hasTag("changing"),
  );
  return (
    <>
      {(settled || leaving || asked) && <SessionDialogs />}
      <FaultVoice />
    </>
  );
}
