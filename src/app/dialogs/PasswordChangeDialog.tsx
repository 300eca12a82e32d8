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

/** The change-password dialog; each opening has its own actor. */
export function PasswordChangeDialog({ onClose, onChanged }: Props) {
  const { client, toast } = usePageApi();
  const { startActor } = useServices();
  const [actor, setActor] = useState<PasswordChangeActor | null>(null);
  useEffect(() => {
    const started = startPasswordChange(startActor, client, toast);
    setActor(started);
    return () => started.stop();
  }, [startActor, client, toast]);
  // Stays open while a request is pending, so that the user sees the result.
  const close = () => {
    if (actor?.getSnapshot().hasTag("busy") !== true) onClose();
  };
  return (
    <Dialog opened onClose={close} title="修改密码" centered>
      {actor && <PasswordChangeForm actor={actor} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  );
}
