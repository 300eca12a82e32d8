import { useSelector } from "@xstate/react";
import { lazy } from "react";
import { Brought } from "../../console/Brought.tsx";
import type { AnyRow, BatchAction } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";

const BatchDialog = lazy(() =>
  import("./BatchDialog.tsx").then(({ BatchDialog: dialog }) => ({ default: dialog })),
);

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
  return action ? (
    <Brought>
      <BatchDialog plan={plan} actor={actor} action={action} onClose={onClose} />
    </Brought>
  ) : null;
}
