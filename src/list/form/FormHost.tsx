import { useSelector } from "@xstate/react";
import { brought } from "../../console/brought.tsx";
import { useBegun } from "../../console/usePageScope.ts";
import { type EditActor, formActor, type HostedForm } from "./formHandle.ts";

const OpenForm = brought(async () => (await import("./OpenForm.tsx")).OpenForm);

/** A form in its dialog or drawer, while it is open; its inputs are no part of the list's own code. */
export function FormHost({ form }: { readonly form: HostedForm }) {
  const actor = useBegun<EditActor>(formActor(form.plan));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag("open") ?? false);
  return open ? <OpenForm form={form} /> : null;
}
