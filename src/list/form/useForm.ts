import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import { type FormTold, formHandle, type HostedForm } from "./formHandle.ts";
import type { FormPlan } from "./formPlan.ts";

/** A form of a page's own dialog, with its actor; render it with `FormHost`. `told` is taken at the first call. */
export function useForm<R extends AnyRow>(
  plan: FormPlan<R>,
  told: FormTold,
): HostedForm & { readonly open: (row: R | null) => void } {
  const console = useConsole();
  const scope = usePageScope();
  // The form is opened with rows of its own type alone, by the `open` given out here.
  return formHandle(plan as unknown as FormPlan<AnyRow>, scope, console, told);
}
