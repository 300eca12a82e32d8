import { useSelector } from "@xstate/react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, BatchAction } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";

const BatchDialog = lazyComponent(async () => (await import("./BatchDialog.tsx")).BatchDialog);

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly startedAction: BatchAction<AnyRow> | null;
  readonly onClose: () => void;
}

/** The dialog of the started batch, also of one that continued while its page was hidden. */
export function BatchHost({ config, actor, startedAction, onClose }: Props) {
  const isActive = useSelector(actor, (snapshot) => snapshot.hasTag("acting") || snapshot.hasTag("receipt"));
  const request = useSelector(actor, ({ context }) => context.batchRequest);
  const action =
    startedAction ?? (isActive ? config.batchActions?.find(({ name }) => name === request?.action) : null);
  return action ? <BatchDialog config={config} actor={actor} action={action} onClose={onClose} /> : null;
}
