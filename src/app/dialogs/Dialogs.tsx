import { useSelector } from "@xstate/react";
import { useRuntime } from "../runtime/useRuntime.ts";
import { FaultVoice } from "./FaultVoice.tsx";
import { IdleWarning } from "./IdleWarning.tsx";
import { PasswordChangeDialog } from "./PasswordChangeDialog.tsx";
import { PasswordWarning } from "./PasswordWarning.tsx";

/** The dialogs that belong to the session, whatever page is shown. */
export function Dialogs() {
  const { passwordWarning } = useRuntime();
  const changing = useSelector(passwordWarning, (snapshot) => snapshot.hasTag("changing"));
  return (
    <>
      <PasswordWarning />
      {changing && (
        <PasswordChangeDialog
          onClose={() => passwordWarning.send({ type: "change.close" })}
          onChanged={() => passwordWarning.send({ type: "password.changed" })}
        />
      )}
      <IdleWarning />
      <FaultVoice />
    </>
  );
}
