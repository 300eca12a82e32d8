import { useSelector } from "@xstate/react";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { IdleWarning } from "./IdleWarning.tsx";
import { PasswordChangeDialog } from "./PasswordChangeDialog.tsx";
import { PasswordWarning } from "./PasswordWarning.tsx";

/** The session's own dialogs: the password's warning and change, and the one before an idle exit. */
export function SessionDialogs() {
  const { passwordWarning } = useSessionRuntime();
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
    </>
  );
}
