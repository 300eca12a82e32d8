import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import { type FormHandle, formHandle } from "../form/formHandle.ts";
import type { FormPlan } from "../form/formPlan.ts";
import { type Masked, revealForm } from "./revealForm.ts";

const nothingToTell = { saved: () => undefined, doubted: () => undefined };

/** The page's one form that shows numbers in full: every eye opens it, the page renders it. */
export function useReveal(): { readonly form: FormHandle; readonly reveal: (number: Masked) => void } {
  const console = useConsole();
  const scope = usePageScope();
  // The form is opened with masked numbers alone.
  const form = formHandle(revealForm as unknown as FormPlan<AnyRow>, scope, console, nothingToTell);
  return { form, reveal: form.open };
}
