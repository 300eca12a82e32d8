import { lazy, useEffect, useState } from "react";
import { onceSettled } from "../runtime/whenIdle.ts";
import { Brought } from "../shell/Brought.tsx";
import { FaultVoice } from "./FaultVoice.tsx";

// Brought after the first page: none of them is needed to show it.
const SessionDialogs = lazy(() =>
  import("./SessionDialogs.tsx").then(({ SessionDialogs: dialogs }) => ({ default: dialogs })),
);

/** The dialogs that belong to the session, whatever page is shown. */
export function Dialogs() {
  const [settled, setSettled] = useState(false);
  useEffect(() => onceSettled(() => setSettled(true)), []);
  return (
    <>
      <Brought>{settled && <SessionDialogs />}</Brought>
      <FaultVoice />
    </>
  );
}
