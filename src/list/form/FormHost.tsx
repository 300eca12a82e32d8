import { useSelector } from "@xstate/react";
import { lazy } from "react";
import { Brought } from "../../console/Brought.tsx";
import { useBegun } from "../../console/usePageScope.ts";
import { type EditActor, formActor, type HostedForm } from "./formHandle.ts";

const OpenForm = lazy(() => import("./OpenForm.tsx").then(({ OpenForm: form }) => ({ default: form })));

/** A form in its dialog or drawer, while it is open; its inputs are no part of the list's own code. */
export function FormHost({ form }: { readonly form: HostedForm }) {
  const actor = useBegun<EditActor>(formActor(form.plan));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag("open") ?? false);
  return open ? (
    <Brought>
      <OpenForm form={form} />
    </Brought>
  ) : null;
}
