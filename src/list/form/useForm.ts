import { useEffect } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import { type EditActor, type FormTold, formHandle, type HostedForm } from "./formHandle.ts";
import type { FormPlan } from "./formPlan.ts";

/** Whom a form's actor, which outlives the dialogs it is opened in, tells at present. */
const listeners = new WeakMap<EditActor, FormTold>();

/** A form of a page's own dialog, with its actor; render it with `FormHost`. */
export function useForm<R extends AnyRow>(
  plan: FormPlan<R>,
  told: FormTold,
): HostedForm & { readonly open: (row: R | null) => void } {
  const console = useConsole();
  const scope = usePageScope();
  // The form is opened with rows of its own type alone, by the `open` given out here.
  const handle = formHandle(plan as unknown as FormPlan<AnyRow>, scope, console, {
    saved: (...what) => listeners.get(handle.actor)?.saved(...what),
    doubted: () => listeners.get(handle.actor)?.doubted(),
  });
  useEffect(() => void listeners.set(handle.actor, told), [handle.actor, told]);
  return handle;
}
