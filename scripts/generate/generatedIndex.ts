/** What an index collects, most often an export. */
export interface IndexEntry {
  readonly name: string;
  /** Its Chinese, or the call that it belongs to. */
  readonly label: string;
  /** File below the root. */
  readonly file: string;
}

/** A file that is written from the exports of others, so that nobody keeps the list by hand. */
export interface GeneratedIndex {
  /** File below the root. */
  readonly output: string;
  /** Files that may have entries, as a glob. */
  readonly sources: string;
  /** Finds the entries of a formatted file; its groups are `name` and `label`. */
  readonly pattern: RegExp;
  /** Finds those of `recordCalls`, whose names may be made of what it finds. */
  readonly ofRecords?: { readonly pattern: RegExp; readonly toName?: (name: string) => string };
  /** Names that match but are something else. */
  readonly except?: readonly string[];
  /** Whether the index imports its entries. */
  readonly importsEntries: boolean;
  /** The text below the imports. */
  readonly render: (entries: readonly IndexEntry[]) => string;
}
