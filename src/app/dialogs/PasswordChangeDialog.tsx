import { useEffect, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { type PasswordChangeActor, startPasswordChange } from "../runtime/passwordChange.ts";
import { PasswordChangeForm } from "./PasswordChangeForm.tsx";

interface Props {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** One opening of the change-password dialog. */
export function PasswordChangeDialog({ onClose, onChanged }: Props) {
  const { client, say } = useConsole();
  const { startActor } = useWiring();
  const [actor, setActor] = useState<PasswordChangeActor | null>(null);
  useEffect(() => {
    const started = startPasswordChange(startActor, client, say);
    setActor(started);
    return () => started.stop();
  }, [startActor, client, say]);
  // What was sent has an answer, and its reader must still be here.
  const close = () => {
    if (actor?.getSnapshot().hasTag("busy") !== true) onClose();
  };
  return (
    <Dialog opened onClose={close} title="修改密码" centered>
      {actor && <PasswordChangeForm actor={actor} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  );
}
