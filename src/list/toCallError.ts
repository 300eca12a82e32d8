import { CallError } from "../../adapters/http/callError.ts";

/** A failed call as it is; anything else is a fault of the console's own: reported, and without words for the user. */
export function toCallError(error: unknown): unknown {
  if (error instanceof CallError) return error;
  reportError(error);
  return { kind: "unknown", message: "" };
}

/** The work's result; it rejects with what `toCallError` makes of its failure. */
export async function normalizeErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw toCallError(error);
  }
}
