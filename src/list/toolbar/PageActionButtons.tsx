import { Button } from "@mantine/core";
import { useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { canCall } from "../canCall.ts";
import type { PageAction } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";

interface Props {
  readonly actions: readonly PageAction[];
  readonly actor: ListActor;
}

/** The page actions, each with its dialog. */
export function PageActionButtons({ actions, actor }: Props) {
  const { user, toast } = usePageApi();
  const [openAction, setOpenAction] = useState<PageAction | null>(null);
  const close = () => setOpenAction(null);
  return (
    <>
      {actions
        .filter(({ call }) => canCall(call, user.roles))
        .map((action) => (
          <Button
            key={action.name}
            variant={action.primary ? "filled" : "default"}
            onClick={() => setOpenAction(action)}
          >
            {action.label}
          </Button>
        ))}
      {openAction && (
        <openAction.dialog
          onClose={close}
          onOutdated={() => actor.send({ type: "refresh" })}
          onDone={(message) => {
            if (message) toast.success(message);
            close();
            actor.send({ type: "refresh" });
          }}
        />
      )}
    </>
  );
}
