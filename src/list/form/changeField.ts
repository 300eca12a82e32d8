import type { EditActor } from "./createFormHandle.ts";
import type { FormValues } from "./formConfig.ts";

/**
 * Changes a field if the form is still in the opening that `openingId` (its `requestId`) names. Late results, such
 * as an upload, are not written into a later opening.
 */
export const changeField = (actor: EditActor, openingId: string, name: string, value: unknown): void =>
  changeFields(actor, openingId, { [name]: value });

/** The same for several fields together, such as both coordinates picked on a map. */
export function changeFields(actor: EditActor, openingId: string, patch: FormValues): void {
  const { requestId, values } = actor.getSnapshot().context;
  if (requestId === openingId) actor.send({ type: "values.change", values: { ...values, ...patch } });
}

/** Fills in fields that the user has not changed; this is no change to save or to ask about. */
export function prefillFields(actor: EditActor, openingId: string, values: FormValues): void {
  if (actor.getSnapshot().context.requestId === openingId) actor.send({ type: "values.prefill", values });
}
