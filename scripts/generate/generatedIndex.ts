/** An export that an index collects. */
export interface IndexEntry {
  readonly name: string;
  /** File below the root. */
  readonly file: string;
}

/** A file that is written from the exports of others, so that nobody keeps the list by hand. */
export interface GeneratedIndex {
  /** File below the root. */
  readonly output: string;
  /** Files that may have entries, as a glob. */
  readonly sources: string;
  /** Finds the entries of a formatted file; the first group is the export's name. */
  readonly pattern: RegExp;
  /** Exports that match but are something else. */
  readonly except?: readonly string[];
  /** Whether the index imports its entries. */
  readonly importsEntries: boolean;
  /** The text below the imports. */
  readonly render: (entries: readonly IndexEntry[], readSource: (file: string) => string) => string;
}
