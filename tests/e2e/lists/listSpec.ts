import type { Account } from "../../browser/signIn.ts";
import { type PageList, pageLists } from "./pageLists.ts";

/** What is expected of one list page or tab by the shared list tests, written by hand. */
interface ListExpectation {
  /** URL path without filters. */
  readonly path: string;
  /** The role that sees all columns and actions. */
  readonly account: Account;
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
  /** Titles of the columns that are summed over the selected rows. */
  readonly sumColumns?: readonly string[];
  /** Its records have no phone number to reveal. */
  readonly noPhones?: true;
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

/** A list with what its page file says. */
export type ListSpec = ListExpectation & PageList;

/** Joins what is expected of a list with what its page file says. */
export function defineList(expectation: ListExpectation): ListSpec {
  const page = pageLists.find(({ path }) => path === expectation.path);
  if (!page) throw new Error(`There is no list at ${expectation.path}`);
  return { ...page, ...expectation };
}

/** Maps a call's path to the combined server, where the device host has no prefix. */
export const toServerPath = (call: string) => (call.startsWith("/iapi/") ? call : `/wms/api${call}`);
