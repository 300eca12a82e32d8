import { FormHost } from "../../list/form/FormHost.tsx";
import type { PageDialogProps } from "../../list/listDefinition.ts";
import { singleSmsForm } from "./singleSmsForm.ts";
import { useFormOnMount } from "./useFormOnMount.ts";

/** The form that sends one message. */
export function SingleSmsDialog({ onClose, onDone, onOutdated }: PageDialogProps) {
  const form = useFormOnMount(singleSmsForm, {
    onSaved: () => onDone(),
    onClosed: onClose,
    onOutdated,
  });
  return <FormHost form={form} />;
}
