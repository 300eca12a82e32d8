import type { ComponentType, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import type { Endpoint, EndpointData } from "../../adapters/contract/endpoint.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import type { CallOptions, Client } from "../../adapters/http/client.ts";
import type { CallRight } from "./canCall.ts";
import type { FormConfig, RecordEndpoints } from "./form/formConfig.ts";
import type { RecordKind } from "./links/recordLinks.ts";
import type { RevealTarget } from "./people/revealTarget.ts";
import type { ChoiceSource } from "./pickers/choiceSource.ts";

/** What the engine needs of a row. */
export interface AnyRow {
  readonly id: string;
  readonly version?: number;
}

/** A list call: a page request in, a page out. */
export type ListCall = Endpoint & { readonly body: z.ZodMiniObject; readonly data: z.ZodMiniType };

export type RowOf<E extends Endpoint> =
  EndpointData<E> extends { list: readonly (infer R extends AnyRow)[] } ? R : never;
type RequestBody<E> = E extends { readonly body: infer S extends z.ZodMiniType } ? z.input<S> : never;
export type SortOf<E> =
  RequestBody<E> extends { sort?: infer S } ? NonNullable<S>["field" & keyof NonNullable<S>] & string : never;
export type FilterOf<E> = Exclude<keyof RequestBody<E> & string, "pageNo" | "pageSize" | "sort" | "ids">;

interface BaseColumn<R, S extends string> {
  readonly key: keyof R & string;
  readonly title: string;
  /** Minimum width in px; remaining width is distributed. */
  readonly width: number;
  /** The field the call sorts by for this column. */
  readonly sort?: S;
  /** Hidden unless the user shows it. */
  readonly hidden?: boolean;
  /** Opens the record's detail. */
  readonly main?: boolean;
}

/** A column; `as` sets the format of its value. */
export type Column<R, S extends string = string> = BaseColumn<R, S> &
  (
    | { readonly as?: "text" | "copy" | "number" | "money" | "time" | "day" | "expiry" }
    | { readonly as: "label" | "tag"; readonly dictionary: Dictionary }
    | { readonly as: "phone"; readonly reveal: RevealTarget }
    | {
        /** The name or number of a record, as a link to it where the role may open it. */
        readonly as: "link";
        /** The kind of record; by row where a column names several kinds, null for one without a page. */
        readonly record: RecordKind | ((row: R) => RecordKind | null);
        /** The record's id; null if there is none. */
        readonly getId: (row: R) => string | null;
        /** A button beside the link copies the text. */
        readonly copy?: true;
      }
    | {
        readonly as: "custom";
        readonly cell: (row: R) => ReactNode;
        /** Right for numbers, center for a status. */
        readonly align?: "right" | "center";
      }
  );

/** A condition of the query form; names are those of the call. */
export type Filter<F extends string = string> = { readonly label: string } & (
  | { readonly kind: "text"; readonly name: F; readonly placeholder?: string }
  | {
      readonly kind: "select";
      readonly name: F;
      readonly dictionary: Dictionary;
      /** What applies without a choice; 全部 by default. */
      readonly placeholder?: string;
    }
  | { readonly kind: "region"; readonly name: F }
  | { readonly kind: "choice"; readonly name: F; readonly source: ChoiceSource }
  /** @property of: name of the select that says which date it is */
  | { readonly kind: "days"; readonly from: F; readonly to: F; readonly of?: F }
  | { readonly kind: "numbers"; readonly min: F; readonly max: F; readonly unit?: "fen" }
);

/** Props of a row action's dialog. */
export interface RowDialogProps<R> {
  readonly row: R;
  readonly onClose: () => void;
  /** Closes, reloads the same page and highlights the row. */
  readonly onDone: (message?: string) => void;
  /** Reloads the page and stays open: the record may have changed. */
  readonly onOutdated: () => void;
  /** The rows of the list's page, for the record before and after this one. */
  readonly rows: readonly R[];
  /** Shows another row in the same dialog. */
  readonly onOpen: (row: R) => void;
}

/** An action on one record, as a form or as a page's own dialog. */
export type RowAction<R> = {
  readonly name: string;
  readonly label: string;
  /** The call it makes: the action is hidden from roles that may not call it. */
  readonly call: CallRight;
  /** What its dialog needs besides `call`. */
  readonly also?: CallRight;
  /** Set if another platform's call is not known to do it, though the specification has the call. */
  readonly isOwn?: true;
  readonly destructive?: boolean;
  /** Whether the action applies to the record's state; if not, it is hidden. */
  readonly isApplicable?: (row: R, userId: string) => boolean;
  /** Why it is not possible now, as a message; null if it is. */
  readonly refusal?: (row: R, userId: string) => string | null;
} & (
  | { readonly form: FormConfig<R> }
  | { readonly dialog: ComponentType<RowDialogProps<R>> }
  /** Navigates to another page, such as a new order of this company. */
  | { readonly to: (row: R) => string }
);

/** An action on every selected row, one call per row, with a receipt at the end. */
export interface BatchAction<R> {
  readonly name: string;
  readonly label: string;
  readonly call: Endpoint;
  /** Set if another platform's call is not known to do it, though the specification has the call. */
  readonly isOwn?: true;
  readonly destructive?: boolean;
  /** The effect, shown for confirmation. */
  readonly consequence: (rows: readonly R[]) => string;
  /** Key of the dictionary of reasons, if a reason is required. */
  readonly reasonDictionary?: string;
  /** What all the rows get, if it is to be chosen. */
  readonly target?: BatchTarget;
  /** What was done to so many rows, such as 已为 3 家企业更换客户经理; by default 已 and the label. */
  readonly done?: (count: string) => string;
  /** @param value the reason or the target; empty without one */
  readonly run: (client: Client, row: R, value: string, signal: AbortSignal) => Promise<unknown>;
}

/** A record or a value that is chosen for all rows of a batch. */
export type BatchTarget =
  | { readonly label: string; readonly source: ChoiceSource }
  | {
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    };

/** Selected rows, for a form that acts on all of them with one call. */
export interface RowSelection<R> extends AnyRow {
  readonly rows: readonly R[];
}

/** An action on all selected rows together, such as an invoice for several orders. */
export type SelectionAction<R> = {
  readonly name: string;
  readonly label: string;
  /** The call it makes: the action is hidden from roles that may not call it. */
  readonly call: Endpoint;
  /** Why these rows cannot be combined; null if they can. */
  readonly refusal?: (rows: readonly R[]) => string | null;
} & (
  | { readonly form: FormConfig<RowSelection<R>> }
  /** Navigates to another page, such as the playback of several flights. */
  | { readonly to: (rows: readonly R[]) => string }
);

/** What the list showed when a dialog was opened. */
export interface ListScope {
  readonly selected: readonly AnyRow[];
  /** The applied conditions, the page's fixed ones included. */
  readonly conditions: Readonly<Record<string, unknown>>;
  /** Rows of the whole result; null while they are not known. */
  readonly total: number | null;
}

/** Props of a page action's dialog. */
export interface PageDialogProps {
  readonly list: ListScope;
  readonly onClose: () => void;
  /** Closes and reloads the list. */
  readonly onDone: (message?: string) => void;
  /** Reloads the list and stays open: something may have changed. */
  readonly onOutdated: () => void;
}

/** An action beside 新增 that has no row, such as sending bulk SMS: a dialog, or a link to another page. */
export type PageAction = {
  readonly name: string;
  readonly label: string;
  readonly call: CallRight;
  /** The main action of a page without 新增. */
  readonly primary?: true;
  /** What its dialog needs besides `call`. */
  readonly also?: CallRight;
} & ({ readonly dialog: ComponentType<PageDialogProps> } | { readonly to: string });

/** The conditions that a tab sets. */
type TabConditions<F extends string> = { readonly [K in F]?: string | boolean };

/** Tabs above the rows: 全部, one per value of a condition, and extra ones; the URL holds the active one. */
export interface TabsConfig<F extends string, P> {
  readonly name: F;
  readonly dictionary: Dictionary;
  /** Number of rows per value, from the list's response. */
  readonly getCounts?: (page: P) => Readonly<Record<string, number | undefined>>;
  /** Tabs with other conditions, such as 待我审核. */
  readonly extraTabs?: readonly {
    readonly label: string;
    readonly conditions: TabConditions<F>;
    readonly count?: (page: P) => number | undefined;
    /** Names the call's order under these conditions, if it is not the list's own and unless the user sorts. */
    readonly orderText?: string;
    /** The tab is hidden from roles that may not make this call. */
    readonly call?: Endpoint;
    /** The list opens on this tab for those who have only this role, unless the address or a saved query says more. */
    readonly opensFor?: Role;
  }[];
}

/** A sum over the whole result, not just this page, below the table; null if the role may not see it. */
export interface SumConfig<P> {
  readonly label: string;
  readonly as: "number" | "money";
  readonly getValue: (page: P) => number | null | undefined;
  /** Says more of the formatted number. */
  readonly describe?: (text: string, page: P) => string;
}

/** Rows with parents. All are loaded together (at most 200), without a pager. */
export interface TreeConfig<R> {
  /** Id of the parent row; null or an id that was not loaded makes it a root. */
  readonly getParentId: (row: R) => string | null;
}

/** The rows as cards; the user's choice between table and cards is persisted. */
export interface CardsConfig<R> {
  /** Keys of the columns on a card; a tag is shown beside its title. */
  readonly columns: readonly (keyof R & string)[];
}

/** Props of a detail section. */
export interface DetailSectionProps<R> {
  readonly row: R;
  /** Reloads the record and the list. */
  readonly onChanged: () => void;
}

/** A section of a record's detail below its fields: a table (`subTable`), a timeline. */
export interface DetailSection<R> {
  readonly title: string;
  /** Where its rows come from: the section is hidden from roles that may not call it, and where there is no such call. */
  readonly call?: Endpoint;
  readonly content: ComponentType<DetailSectionProps<R>>;
}

/** Fields with whole numbers, or null where the role may not see them. */
type NumericKeys<R> = {
  [K in keyof R & string]: R[K] extends number | null ? K : never;
}[keyof R & string];

/**
 * A hint with a link where to create the first record, for pages without 新增; hidden from roles that may not make the
 * call.
 */
export interface EmptyStateAction {
  readonly description: string;
  readonly label: string;
  readonly to: string;
  readonly call: Endpoint;
}

/** A list page as data. `R` is its row, `S` its sort fields, `F` its conditions, `P` the call's whole response. */
export interface ListDefinition<R, S extends string, F extends string, P = unknown> {
  /** Name of stored preferences and drafts: `list.<name>`, `draft.<name>`. */
  readonly name: string;
  /** What one record is called, if not as the call says: 企业 of 企业列表. */
  readonly noun?: string;
  /** What counts records; by default 个. */
  readonly measure?: string;
  readonly getTitle: (row: R) => string;
  /** The records have pages of their own: their names open these instead of the detail, where the role may. */
  readonly recordPage?: RecordKind;
  readonly columns: readonly Column<R, S>[];
  readonly filters: readonly Filter<F>[];
  /** The field of the call's own order, highest first; by default `createdAt`. */
  readonly defaultSort?: S;
  readonly tabs?: TabsConfig<F, P>;
  readonly sums?: readonly SumConfig<P>[];
  /** Columns with amounts (fen) that are summed over the selected rows of all pages. */
  readonly selectedSums?: readonly NumericKeys<R>[];
  readonly tree?: TreeConfig<R>;
  readonly cards?: CardsConfig<R>;
  readonly detailCall?: Endpoint;
  /** All rows by a call of the specification, for a platform that has it in place of the list's own. */
  readonly specified?: (client: Client, options: CallOptions) => Promise<readonly R[]>;
  readonly form?: FormConfig<R> & RecordEndpoints;
  readonly detailSections?: readonly DetailSection<R>[];
  readonly rowActions?: readonly RowAction<R>[];
  readonly batchActions?: readonly BatchAction<R>[];
  readonly selectionActions?: readonly SelectionAction<R>[];
  readonly pageActions?: readonly PageAction[];
  readonly export?: Endpoint;
  /** Whether a row changes without user action: the list is polled while one is on the page. */
  readonly shouldPoll?: (row: R) => boolean;
  readonly emptyStateAction?: EmptyStateAction;
}
