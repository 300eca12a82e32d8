import { proxyCodes } from "../../../adapters/contract/envelope.ts";
import type { CallError } from "../../../adapters/http/callError.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

export type ErrorDisplay =
  | { readonly kind: "silent" }
  /** The template's prompt; no message besides. */
  | { readonly kind: "prompt" }
  | { readonly kind: "message"; readonly text: string; readonly reqId: string | null };

/**
 * How the console speaks of a failed call. A conflict is shown where the record is, with both versions; the password
 * warning stays open while an initial password must be changed.
 */
export function toErrorDisplay(error: CallError): ErrorDisplay {
  if (["cancelled", "conflict", "initialPassword"].includes(error.kind)) return { kind: "silent" };
  const loggedOut: readonly number[] = proxyCodes.loggedOut;
  if (error.state !== null && loggedOut.includes(error.state)) return { kind: "prompt" };
  return { kind: "message", text: toErrorMessage(error), reqId: error.reqId };
}
