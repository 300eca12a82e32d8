import type * as z from "zod/mini";
import type { revealCalls } from "../../../adapters/contract/reveal.ts";

type RevealBody = z.input<typeof revealCalls.reveal.body>;

/** The record kind and field of a masked number. */
export interface RevealTarget {
  readonly entity: RevealBody["entity"];
  readonly field: RevealBody["field"];
}
