import { useState } from "react";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useFormOnMount } from "../../list/form/useFormOnMount.ts";
import type { PageDialogProps } from "../../list/listDefinition.ts";
import { BatchProgress } from "./BatchProgress.tsx";
import { sendBulkSmsForm } from "./sendBulkSmsForm.tsx";

/** The bulk SMS form; after submitting, the progress. */
export function BulkSmsDialog({ onClose, onDone, onOutdated }: PageDialogProps) {
  const [batchId, setBatchId] = useState<string | null>(null);
  const form = useFormOnMount(sendBulkSmsForm, {
    onSaved: setBatchId,
    onClosed: onClose,
    onOutdated,
  });
  return batchId === null ? (
    <FormHost form={form} />
  ) : (
    <BatchProgress id={batchId} onClose={() => onDone()} />
  );
}
