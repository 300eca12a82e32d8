import { useEffect, useEffectEvent, useRef } from "react";
import type { AnyRow } from "../listDefinition.ts";
import type { FormConfig, FormValues } from "./formConfig.ts";
import { useForm } from "./useForm.ts";

/** Opens a form when its component mounts. Reports a save, a close without a save, and an unknown result. */
export function useFormOnMount<R extends AnyRow>(
  config: FormConfig<R>,
  callbacks: {
    readonly onSaved: (id: string) => void;
    readonly onClosed: () => void;
    readonly onOutdated: () => void;
  },
  /** Override the defaults. */
  initialValues?: FormValues,
  /** The record to edit; null for a new one. */
  row: R | null = null,
) {
  const isSaved = useRef(false);
  const form = useForm(config, {
    onSaved: (id) => {
      isSaved.current = true;
      callbacks.onSaved(id);
    },
    onUncertain: () => callbacks.onOutdated(),
  });
  const { actor } = form;
  const openForm = useEffectEvent(() => form.open(row, initialValues));
  const handleClosed = useEffectEvent(() => {
    if (!isSaved.current) callbacks.onClosed();
  });
  useEffect(() => {
    openForm();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.hasTag("open")) handleClosed();
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  return form;
}
