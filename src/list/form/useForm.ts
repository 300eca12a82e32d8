import { useEffect } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { type PageScope, usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import { type FormTold, formHandle, type HostedForm } from "./formHandle.ts";
import type { FormPlan } from "./formPlan.ts";

/** Whom the forms of a page, which outlive the dialogs they are opened in, tell at present, by their names. */
const listeners = new WeakMap<PageScope, Map<string, FormTold>>();

/** A form of a page's own dialog, with its actor; render it with `FormHost`. */
export function useForm<R extends AnyRow>(
  plan: FormPlan<R>,
  told: FormTold,
): HostedForm & { readonly open: (row: R | null) => void } {
  const console = useConsole();
  const scope = usePageScope();
  const { name } = plan;
  const listener = () => listeners.get(scope)?.get(name);
  useEffect(() => {
    listeners.set(scope, new Map(listeners.get(scope)).set(name, told));
  }, [scope, name, told]);
  // The form is opened with rows of its own type alone, by the `open` given out here.
  return formHandle(plan as unknown as FormPlan<AnyRow>, scope, console, {
    saved: (...what) => listener()?.saved(...what),
    doubted: () => listener()?.doubted(),
  });
}
