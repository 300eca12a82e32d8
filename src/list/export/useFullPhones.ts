import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { useConsole } from "../../console/useConsole.ts";
import { schemaAt } from "../schemaAt.ts";

export interface FullPhonesAsked {
  /** Whether this person may have this list's phone numbers in full. */
  readonly offered: boolean;
  readonly wanted: boolean;
  readonly reason: string;
  readonly error: string | null;
  readonly want: (wanted: boolean) => void;
  readonly say: (reason: string) => void;
  /** What the export's body says of it; null, and an error, where a reason is still missing. */
  readonly given: () => { readonly revealReason?: string } | null;
}

/** Whether an export is to hold phone numbers in full, and why; masked unless an admin says. */
export function useFullPhones({ body }: Endpoint): FullPhonesAsked {
  const { user, config } = useConsole();
  const [wanted, want] = useState(false);
  const [reason, say] = useState("");
  const [error, setError] = useState<string | null>(null);
  const schema = body ? schemaAt(body, "revealReason") : null;
  return {
    offered: config.extensions && schema !== null && user.roles.includes("admin"),
    wanted,
    reason,
    error,
    want,
    say: (text) => {
      say(text);
      setError(null);
    },
    given: () => {
      if (!wanted) return {};
      const parsed = schema?.safeParse(reason);
      if (parsed?.success && reason.trim() !== "") return { revealReason: reason.trim() };
      setError(parsed?.error?.issues[0]?.message ?? "必填");
      return null;
    },
  };
}
