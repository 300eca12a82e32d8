import type { ComponentType, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import type { Endpoint, EndpointData } from "../../adapters/contract/endpoint.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { FormConfig, RecordEndpoints } from "./form/formConfig.ts";
import type { RevealTarget } from "./people/revealTarget.ts";
import type { ChoiceSource } from "./pickers/choiceSource.ts";

/** A row of any list: what the engine itself needs of it. */
export interface AnyRow {
  readonly id: string;
  readonly version?: number;
}

/** A list call: a page request in, a page out. */
export type ListCall = Endpoint & { readonly body: z.ZodMiniObject; readonly data: z.ZodMiniType };

export type RowOf<E extends Endpoint> =
  EndpointData<E> extends { list: readonly (infer R extends AnyRow)[] } ? R : never;
type RequestBody<E> = E extends { readonly body: infer S extends z.ZodMiniType } ? z.input<S> : never;
/** Fields the call sorts by. */
export type SortOf<E> =
  RequestBody<E> extends { sort?: infer S } ? NonNullable<S>["field" & keyof NonNullable<S>] & string : never;
/** Conditions the call knows. */
export type FilterOf<E> = Exclude<keyof RequestBody<E> & string, "pageNo" | "pageSize" | "sort" | "ids">;

interface BaseColumn<R, S extends string> {
  readonly key: keyof R & string;
  readonly title: string;
  /** Least width in pixels; what room is left is shared out. */
  readonly width: number;
  /** The field the call sorts by for this column. */
  readonly sort?: S;
  /** Shown only once the user chooses it. */
  readonly hidden?: boolean;
  /** Opens the record's detail. */
  readonly main?: boolean;
}

/** One column; `as` says how its value is written. */
export type Column<R, S extends string = string> = BaseColumn<R, S> &
  (
    | { readonly as?: "text" | "copy" | "number" | "money" | "time" | "day" }
    | { readonly as: "label" | "tag"; readonly dictionary: Dictionary }
    | { readonly as: "phone"; readonly reveal: RevealTarget }
    | {
        readonly as: "custom";
        readonly cell: (row: R) => ReactNode;
        /** Numbers stand right, a status in the middle. */
        readonly align?: "right" | "center";
      }
  );

/** One field of the query form; names are the call's own. */
export type Filter<F extends string = string> = { readonly label: string } & (
  | { readonly kind: "text"; readonly name: F; readonly placeholder?: string }
  | { readonly kind: "select"; readonly name: F; readonly dictionary: Dictionary }
  | { readonly kind: "region"; readonly name: F }
  | { readonly kind: "choice"; readonly name: F; readonly source: ChoiceSource }
  | { readonly kind: "days"; readonly from: F; readonly to: F }
  | { readonly kind: "numbers"; readonly min: F; readonly max: F; readonly unit?: "fen" }
);

/** What a row action's dialog gets: the row, a way out, and a way to say that the record changed. */
export interface RowDialogProps<R> {
  readonly row: R;
  readonly onClose: () => void;
  /** Closes, reloads the same page and lights the row. */
  readonly onDone: (message?: string) => void;
  /** The record may have changed: reloads the page, and stays open. */
  readonly onOutdated: () => void;
}

/** An act on one record, as a form or, where that is not enough, as a dialog of the page's own. */
export type RowAction<R> = {
  readonly name: string;
  readonly label: string;
  /** The call behind it: whom the contract keeps from the call does not see the action. */
  readonly call: Endpoint;
  readonly destructive?: boolean;
  /** Whether the record's state has a place for it at all; without, it is not shown. */
  readonly isApplicable?: (row: R, userId: string) => boolean;
  /** Why it cannot be done now, though it has its place; null where it can. */
  readonly refusal?: (row: R, userId: string) => string | null;
} & (
  | { readonly form: FormConfig<R> }
  | { readonly dialog: ComponentType<RowDialogProps<R>> }
  /** Leads to another page, as to a new order of this company. */
  | { readonly to: (row: R) => string }
);

/** An act on every selected row, one call a row, with a receipt at the end. */
export interface BatchAction<R> {
  readonly name: string;
  readonly label: string;
  readonly call: Endpoint;
  readonly destructive?: boolean;
  /** What it does to how many, said before it is done. */
  readonly consequence: (rows: readonly R[]) => string;
  /** Key of the dictionary a reason is chosen from, where one is needed. */
  readonly reasonDictionary?: string;
  readonly run: (client: Client, row: R, reason: string, signal: AbortSignal) => Promise<unknown>;
}

/** Several selected rows, for a form that acts on all of them with one call. */
export interface RowSelection<R> extends AnyRow {
  readonly rows: readonly R[];
}

/** An act on all selected rows together: one form, one call, as an invoice over several orders. */
export interface SelectionAction<R> {
  readonly name: string;
  readonly label: string;
  readonly call: Endpoint;
  /** Why these rows cannot be taken together; null where they can. */
  readonly refusal?: (rows: readonly R[]) => string | null;
  readonly form: FormConfig<RowSelection<R>>;
}

/** What the dialog of an act on no single row gets. */
export interface PageDialogProps {
  readonly onClose: () => void;
  /** Closes and reloads the list. */
  readonly onDone: (message?: string) => void;
  /** Something may have changed: reloads the list, and stays open. */
  readonly onOutdated: () => void;
}

/** An act of the page beside 新增, on no row at all: sending to many, making a batch. */
export interface PageAction {
  readonly name: string;
  readonly label: string;
  readonly call: Endpoint;
  /** What one comes to the page for, where nothing is added by 新增. */
  readonly primary?: true;
  readonly dialog: ComponentType<PageDialogProps>;
}

/** Conditions a tab stands for, as the call takes them. */
type TabConditions<F extends string> = { readonly [K in F]?: string | boolean };

/** Tabs over the rows: 全部, one for each value of a condition, and further ones; the address holds which. */
export interface TabsConfig<F extends string, P> {
  readonly name: F;
  readonly dictionary: Dictionary;
  /** How many rows stand behind each value, read off the list's answer. */
  readonly getCounts?: (page: P) => Readonly<Record<string, number | undefined>>;
  /** Tabs of other conditions, as 待我审核. */
  readonly extraTabs?: readonly {
    readonly label: string;
    readonly conditions: TabConditions<F>;
    readonly count?: (page: P) => number | undefined;
    /** Whom the contract keeps from this call does not see the tab: who may not audit has nothing to audit. */
    readonly call?: Endpoint;
  }[];
}

/** A sum over the whole result, not just this page, under the table; null where the role may not see it. */
export interface SumConfig<P> {
  readonly label: string;
  readonly as: "number" | "money";
  readonly getValue: (page: P) => number | null | undefined;
}

/** Rows that stand below others. All of them come at once (at most 200), so there is no pager. */
export interface TreeConfig<R> {
  /** Id of the row it stands below; null, or a row that did not come, puts it at the top. */
  readonly getParentId: (row: R) => string | null;
}

/** The rows as cards, for who would rather look at them than read them; the user switches, and it is remembered. */
export interface CardsConfig<R> {
  /** Columns that a card shows, by key; a tag stands beside its title. */
  readonly columns: readonly (keyof R & string)[];
}

/** What a part of a record's detail gets: the record, and a way to say that the part has changed it. */
export interface DetailSectionProps<R> {
  readonly row: R;
  /** Reads the record and the list anew. */
  readonly onChanged: () => void;
}

/** A part of a record's detail below its fields: a table of what belongs to it (`subTable`), a timeline. */
export interface DetailSection<R> {
  readonly title: string;
  readonly content: ComponentType<DetailSectionProps<R>>;
}

/** Fields of a row that hold a number of whole units, or nothing where the role may not see it. */
type NumericKeys<R> = {
  [K in keyof R & string]: R[K] extends number | null ? K : never;
}[keyof R & string];

/** How the first record comes about where the page has no 新增: said, with a way there, to who may make the call. */
export interface EmptyStateAction {
  readonly description: string;
  readonly label: string;
  readonly to: string;
  readonly call: Endpoint;
}

/** A list page as a value. `R` its rows, `S` its sort fields, `F` its conditions, `P` its call's whole answer. */
export interface ListDefinition<R, S extends string, F extends string, P = unknown> {
  /** Names what is remembered: `list.<name>`, `draft.<name>`. */
  readonly name: string;
  /** What one record is called: 企业, 用户. */
  readonly noun: string;
  readonly getTitle: (row: R) => string;
  readonly columns: readonly Column<R, S>[];
  readonly filters: readonly Filter<F>[];
  readonly tabs?: TabsConfig<F, P>;
  readonly sums?: readonly SumConfig<P>[];
  /** Columns of amounts (fen) that are added up over the selected rows, whichever page they stand on. */
  readonly selectedSums?: readonly NumericKeys<R>[];
  readonly tree?: TreeConfig<R>;
  readonly cards?: CardsConfig<R>;
  readonly detailCall?: Endpoint;
  readonly form?: FormConfig<R> & RecordEndpoints;
  /** Why the record cannot be edited now; null where it can. */
  readonly editRefusal?: (row: R) => string | null;
  readonly detailSections?: readonly DetailSection<R>[];
  readonly rowActions?: readonly RowAction<R>[];
  readonly batchActions?: readonly BatchAction<R>[];
  readonly selectionActions?: readonly SelectionAction<R>[];
  readonly pageActions?: readonly PageAction[];
  readonly export?: Endpoint;
  /** Whether a row changes by itself: while one on the page does, the list is read again and again. */
  readonly shouldPoll?: (row: R) => boolean;
  readonly emptyStateAction?: EmptyStateAction;
}
