import { CallError } from "../../adapters/http/callError.ts";

/**
 * Returns a CallError unchanged; anything else is a bug in the console, which is reported and has no message for the
 * user.
 */
export function toCallError(error: unknown): unknown {
  if (error instanceof CallError) return error;
  reportError(error);
  return { kind: "unknown", message: "" };
}

/** Maps the rejection of a promise by `toCallError`. */
export async function normalizeErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw toCallError(error);
  }
}
