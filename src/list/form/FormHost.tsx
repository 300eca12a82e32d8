import { useSelector } from "@xstate/react";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { useExistingActor } from "../../pageApi/usePageScope.ts";
import { closeForm } from "./closeForm.ts";
import { type EditActor, type FormInstance, getFormActorName } from "./createFormHandle.ts";

const OpenForm = lazyDialog(async () => (await import("./OpenForm.tsx")).OpenForm);

/** A form in its dialog or drawer while it is open; its code is loaded on first use. */
export function FormHost({ form }: { readonly form: FormInstance }) {
  const actor = useExistingActor<EditActor>(getFormActorName(form.config));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag("open") ?? false);
  return open ? <OpenForm form={form} onClose={() => closeForm(form)} /> : null;
}
