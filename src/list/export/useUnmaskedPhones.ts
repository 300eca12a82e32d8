import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { getSchemaAtPath } from "../getSchemaAtPath.ts";

export interface UnmaskedPhonesOption {
  /** Whether this person may have this list's phone numbers in full. */
  readonly isAvailable: boolean;
  readonly enabled: boolean;
  readonly reason: string;
  readonly error: string | null;
  readonly setEnabled: (enabled: boolean) => void;
  readonly onReasonChange: (reason: string) => void;
  /** What the export's body says of it; null, and an error, where a reason is still missing. */
  readonly toRequestBody: () => { readonly revealReason?: string } | null;
}

/** Whether an export is to hold phone numbers in full, and why; masked unless an admin says. */
export function useUnmaskedPhones({ body }: Endpoint): UnmaskedPhonesOption {
  const { user, config } = usePageApi();
  const [enabled, setEnabled] = useState(false);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const schema = body ? getSchemaAtPath(body, "revealReason") : null;
  return {
    isAvailable: config.extensions && schema !== null && user.roles.includes("admin"),
    enabled,
    reason,
    error,
    setEnabled,
    onReasonChange: (text) => {
      setReason(text);
      setError(null);
    },
    toRequestBody: () => {
      if (!enabled) return {};
      const parsed = schema?.safeParse(reason);
      if (parsed?.success && reason.trim() !== "") return { revealReason: reason.trim() };
      setError(parsed?.error?.issues[0]?.message ?? "必填");
      return null;
    },
  };
}
