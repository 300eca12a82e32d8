import type { Client } from "../../../adapters/http/client.ts";
import type { CallRight } from "../canCall.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown beside it in the list: the role of a person. */
  readonly hint?: string;
  /** Texts besides the label by which it is found. */
  readonly found?: readonly string[];
}

/** How a picker finds its options: by typed text, and by the ids in a URL or record. */
export interface ChoiceSource {
  /** Name under which the user's last choices are kept, to be offered first. */
  readonly recentName?: string;
  readonly placeholder: string;
  /** The list that it reads, if not everybody may: a filter by it is offered only to those who may. */
  readonly call?: CallRight;
  /** Shown where there is nothing to choose from, before anything is typed. */
  readonly emptyText?: string;
  readonly search: (client: Client, text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  readonly fetchByIds: (
    client: Client,
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly Choice[]>;
}
