import { useEffect, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useServices } from "../boot/useServices.ts";
import { type PasswordChangeActor, startPasswordChange } from "../session/startPasswordChange.ts";
import { PasswordChangeForm } from "./PasswordChangeForm.tsx";

interface Props {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** One opening of the change-password dialog. */
export function PasswordChangeDialog({ onClose, onChanged }: Props) {
  const { client, toast } = usePageApi();
  const { startActor } = useServices();
  const [actor, setActor] = useState<PasswordChangeActor | null>(null);
  useEffect(() => {
    const started = startPasswordChange(startActor, client, toast);
    setActor(started);
    return () => started.stop();
  }, [startActor, client, toast]);
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
