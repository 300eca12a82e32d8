import type { Client } from "../../../adapters/http/client.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Where a picker finds its records: by typed text, and by the ids an address or a record holds. */
export interface ChoiceSource {
  readonly placeholder: string;
  readonly search: (client: Client, text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  readonly fetchByIds: (
    client: Client,
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly Choice[]>;
}
