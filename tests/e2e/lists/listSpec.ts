import type { Account } from "../../browser/signIn.ts";

/** What the list contract needs to know of a list: one entry of `lists.ts` per list page or tab. */
export interface ListSpec {
  readonly name: string;
  /** Address of the bare list. */
  readonly path: string;
  /** What one record is called. */
  readonly noun: string;
  /** Who sees everything of it. */
  readonly account: Account;
  /** Path of its call below its host. */
  readonly call: string;
  /** Path of the call that reads one record, up to its id. */
  readonly detailCall: string;
  /** Key under which the server remembers its columns, density and page size. */
  readonly preferencesKey: string;
  readonly total: number;
  /** A keyword and how many rows it finds, fewer than ten. */
  readonly keyword: { readonly text: string; readonly finds: number };
  /** A condition that is chosen, in words and on the wire. */
  readonly choice: {
    readonly label: string;
    readonly option: string;
    readonly wire: Readonly<Record<string, string>>;
    /** How many records it finds, where that does not hang on the day the demo data were made. */
    readonly finds?: number;
  };
  readonly sort: { readonly title: string; readonly field: string };
  /** Titles of the columns as the page brings them, in order. */
  readonly columns: readonly string[];
  /** A column to hide, and one that is hidden at first, where there is one. */
  readonly hidableColumn: string;
  readonly selectable: boolean;
  /** Titles of the columns that are added up over the selected rows. */
  readonly sumColumns?: readonly string[];
  /** Comes whole, each record below its own; what is found stands with what it is below, and counts with it. */
  readonly tree?: true;
  /** Its records hold no phone that could be shown in full. */
  readonly noPhones?: true;
  /** Path of its export call, where it has one. */
  readonly export?: string;
  /** Where its first record is made, where that is on another page: what leads there, and its address. */
  readonly createLink?: { readonly label: string; readonly path: string };
  /** Acts on a record that lead to another page instead of opening a dialog. */
  readonly linkActions?: readonly string[];
  /** What stands in the toolbar and on the first row's detail, by role; null where the role does not get in. */
  readonly actionsByRole: Readonly<
    Record<Account, { readonly toolbar: readonly string[]; readonly row: readonly string[] } | null>
  >;
}

/** Where a call stands on a server that is all hosts in one: the device host has no path of its own. */
export const toServerPath = (call: string) => (call.startsWith("/iapi/") ? call : `/wms/api${call}`);
