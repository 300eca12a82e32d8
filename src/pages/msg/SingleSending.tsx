import type { PageDialogProps } from "../../list/definition.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { singleForm } from "./singleForm.ts";
import { useOpenForm } from "./useOpenForm.ts";

/** The form that sends one message. */
export function SingleSending({ onClose, onDone, onDoubt }: PageDialogProps) {
  const form = useOpenForm(singleForm, {
    saved: () => onDone(),
    left: onClose,
    doubted: onDoubt,
  });
  return <FormHost form={form} />;
}
