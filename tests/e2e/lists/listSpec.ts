import type { Account } from "../../browser/signIn.ts";

/** Describes one list page or tab for the shared list tests. */
export interface ListSpec {
  readonly name: string;
  /** URL path without filters. */
  readonly path: string;
  /** Chinese noun for a record. */
  readonly noun: string;
  /** The role that sees all columns and actions. */
  readonly account: Account;
  /** Path of the list call below its host. */
  readonly call: string;
  readonly total: number;
  /** A keyword and its number of matches, fewer than ten. */
  readonly keyword: { readonly text: string; readonly matches: number };
  /** An option of a filter, as labels and as request parameters. */
  readonly choice: {
    readonly label: string;
    readonly option: string;
    readonly params: Readonly<Record<string, string>>;
    /** Number of matches, unless it depends on the date of the demo data. */
    readonly matches?: number;
  };
  readonly sort: { readonly title: string; readonly field: string };
  /** Default column titles, in order. */
  readonly columns: readonly string[];
  readonly selectable: boolean;
  /** Titles of the columns that are summed over the selected rows. */
  readonly sumColumns?: readonly string[];
  /** Loaded as one page, as a tree. Matches include and count their ancestors. */
  readonly tree?: true;
  /** Its records have no phone number to reveal. */
  readonly noPhones?: true;
  /** Path of its export call, if any. */
  readonly export?: string;
  /** Link to the page where records are created, if that is another page. */
  readonly createLink?: { readonly label: string; readonly path: string };
  /** Row actions that open another page instead of a dialog. */
  readonly linkActions?: readonly string[];
  /** Conditions that the first row meets for `actionsByRole`, where its actions depend on its state. */
  readonly actionsSearch?: string;
  /** A record with this action is passed over: who is signed in has it only for some, such as their own. */
  readonly ownAction?: string;
  /** Labels in the toolbar and in the first row's detail, by role; null if the role may not open the list. */
  readonly actionsByRole: Readonly<
    Record<Account, { readonly toolbar: readonly string[]; readonly row: readonly string[] } | null>
  >;
}

/** Maps a call's path to the combined server, where the device host has no prefix. */
export const toServerPath = (call: string) => (call.startsWith("/iapi/") ? call : `/wms/api${call}`);
