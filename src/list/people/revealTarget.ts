import type * as z from "zod/mini";
import type { revealCalls } from "../../../adapters/contract/reveal.ts";

type RevealBody = z.input<typeof revealCalls.reveal.body>;

/** Which masked number of which kind of record the eye shows in full. */
export interface RevealTarget {
  readonly entity: RevealBody["entity"];
  readonly field: RevealBody["field"];
}
