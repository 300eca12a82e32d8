import { useState } from "react";
import type { PageDialogProps } from "../../list/definition.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { BatchProgress } from "./BatchProgress.tsx";
import { massForm } from "./massForm.ts";
import { useOpenForm } from "./useOpenForm.ts";

/** The form of a mass sending, and once it is queued how far it is. */
export function MassSending({ onClose, onDone, onDoubt }: PageDialogProps) {
  const [batchId, setBatchId] = useState<string | null>(null);
  const form = useOpenForm(massForm, {
    saved: setBatchId,
    left: onClose,
    doubted: onDoubt,
  });
  return batchId === null ? (
    <FormHost form={form} />
  ) : (
    <BatchProgress id={batchId} onClose={() => onDone()} />
  );
}
