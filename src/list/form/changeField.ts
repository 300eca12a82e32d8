import type { EditActor } from "./formHandle.ts";

/**
 * Puts a field's value into the opening of the form that it was filled in for, which its `requestId` names. What
 * comes after that opening was left, as a file that was still on its way, is not put into a later one.
 */
export function changeField(actor: EditActor, opening: string, name: string, value: unknown): void {
  const { requestId, values } = actor.getSnapshot().context;
  if (requestId === opening) actor.send({ type: "values.change", values: { ...values, [name]: value } });
}
