import { useEffect, useEffectEvent, useRef } from "react";
import type { AnyRow } from "../../list/definition.ts";
import type { FormPlan } from "../../list/form/formPlan.ts";
import { useForm } from "../../list/form/useForm.ts";

/** A form that is open as long as its component stands: told when something was saved, when it was left without, and when that is not known. */
export function useOpenForm<R extends AnyRow>(
  plan: FormPlan<R>,
  told: {
    readonly saved: (id: string) => void;
    readonly left: () => void;
    readonly doubted: () => void;
  },
) {
  const done = useRef(false);
  const form = useForm(plan, {
    saved: (id) => {
      done.current = true;
      told.saved(id);
    },
    doubted: () => told.doubted(),
  });
  const { actor } = form;
  const begin = useEffectEvent(() => form.open(null));
  const left = useEffectEvent(() => {
    if (!done.current) told.left();
  });
  useEffect(() => {
    begin();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.hasTag("open")) left();
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  return form;
}
