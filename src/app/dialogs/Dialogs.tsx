import { lazy } from "react";
import { Brought } from "../shell/Brought.tsx";
import { FaultVoice } from "./FaultVoice.tsx";

// Brought with the first page but not before it: none of them is needed to show it.
const SessionDialogs = lazy(() =>
  import("./SessionDialogs.tsx").then(({ SessionDialogs: dialogs }) => ({ default: dialogs })),
);

/** The dialogs that belong to the session, whatever page is shown. */
export function Dialogs() {
  return (
    <>
      <Brought>
        <SessionDialogs />
      </Brought>
      <FaultVoice />
    </>
  );
}
