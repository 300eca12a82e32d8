import type { EditActor } from "./createFormHandle.ts";
import type { FormValues } from "./formConfig.ts";

/**
 * Puts a field's value into the opening of the form that it was filled in for, which its `requestId` names. What
 * comes after that opening was left, as a file that was still on its way, is not put into a later one.
 */
export const changeField = (actor: EditActor, openingId: string, name: string, value: unknown): void =>
  changeFields(actor, openingId, { [name]: value });

/** The same for several fields at once, as both numbers of a place that was picked on a map. */
export function changeFields(actor: EditActor, openingId: string, patch: FormValues): void {
  const { requestId, values } = actor.getSnapshot().context;
  if (requestId === openingId) actor.send({ type: "values.change", values: { ...values, ...patch } });
}
