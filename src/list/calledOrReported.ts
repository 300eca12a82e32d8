import { CallError } from "../../adapters/http/callError.ts";

/** A failed call as it is; anything else is a fault of the console's own: reported, and without words for the user. */
export function calledOrReported(error: unknown): unknown {
  if (error instanceof CallError) return error;
  reportError(error);
  return { kind: "unknown", message: "" };
}

/** The work's result; it rejects with what `calledOrReported` makes of its failure. */
export async function reporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw calledOrReported(error);
  }
}
