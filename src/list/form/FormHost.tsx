import { useSelector } from "@xstate/react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { useExistingActor } from "../../pageApi/usePageScope.ts";
import { type EditActor, type FormInstance, getFormActorName } from "./createFormHandle.ts";

const OpenForm = lazyComponent(async () => (await import("./OpenForm.tsx")).OpenForm);

/** A form in its dialog or drawer while it is open; its code is loaded on first use. */
export function FormHost({ form }: { readonly form: FormInstance }) {
  const actor = useExistingActor<EditActor>(getFormActorName(form.config));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag("open") ?? false);
  return open ? <OpenForm form={form} /> : null;
}
