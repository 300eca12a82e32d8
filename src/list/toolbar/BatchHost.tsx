import { useSelector } from "@xstate/react";
import { brought } from "../../console/brought.tsx";
import type { AnyRow, BatchAction } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";

const BatchDialog = brought(async () => (await import("./BatchDialog.tsx")).BatchDialog);

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly begun: BatchAction<AnyRow> | null;
  readonly onClose: () => void;
}

/** The dialog of the batch that was begun, or that went on while its page was hidden. */
export function BatchHost({ plan, actor, begun, onClose }: Props) {
  const going = useSelector(actor, (snapshot) => snapshot.hasTag("acting") || snapshot.hasTag("receipt"));
  const order = useSelector(actor, ({ context }) => context.order);
  const action = begun ?? (going ? plan.batch?.find(({ name }) => name === order?.action) : null);
  return action ? <BatchDialog plan={plan} actor={actor} action={action} onClose={onClose} /> : null;
}
