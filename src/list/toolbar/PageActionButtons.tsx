import { Button } from "@mantine/core";
import { useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import type { PageAction } from "../definition.ts";
import { mayCall } from "../mayCall.ts";
import type { ListActor } from "../page/listActor.ts";

interface Props {
  readonly actions: readonly PageAction[];
  readonly actor: ListActor;
}

/** The page's acts on no single row, each with its dialog while it is open. */
export function PageActionButtons({ actions, actor }: Props) {
  const { user, say } = useConsole();
  const [open, setOpen] = useState<PageAction | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {actions
        .filter(({ call }) => mayCall(call, user.roles))
        .map((action) => (
          <Button
            key={action.name}
            variant={action.primary ? "filled" : "default"}
            onClick={() => setOpen(action)}
          >
            {action.label}
          </Button>
        ))}
      {open && (
        <open.dialog
          onClose={close}
          onDoubt={() => actor.send({ type: "refresh" })}
          onDone={(said) => {
            if (said) say.success(said);
            close();
            actor.send({ type: "refresh" });
          }}
        />
      )}
    </>
  );
}
