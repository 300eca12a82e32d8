import type { ErrorInfo } from "./errorInfo.ts";
import type { FormValues } from "./formValues.ts";

/** Input of a save; repeating the same `requestId` saves only once. */
export interface SaveRequest<Row> {
  /** The record as opened, with its version; null for a new one. */
  readonly row: Row | null;
  readonly values: FormValues;
  readonly requestId: string;
}

export interface SaveResult {
  readonly id: string;
  /** A result that is shown only once, such as an initial password. */
  readonly oneTimeSecret?: unknown;
}

/** The current record as another user saved it, also as form values. */
export interface CurrentRecord<Row> {
  readonly row: Row;
  readonly values: FormValues;
}

/** Port of a form. Functions without a promise must not throw. */
export interface EditPort<Row> {
  /** Called once per opening of the form. */
  readonly newRequestId: () => string;
  /** Rejects with `{ kind, message, data, issues }`. */
  readonly save: (request: SaveRequest<Row>, signal: AbortSignal) => Promise<SaveResult>;
  /** Parses the `data` of a conflict; null if it is invalid. */
  readonly parseCurrent: (data: unknown) => CurrentRecord<Row> | null;
  /** Loads this form's draft (null row: of a new record), or null. */
  readonly loadDraft: (row: Row | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Stores a draft without passwords. `base` holds the form's initial values. */
  readonly saveDraft: (row: Row | null, values: FormValues, base: FormValues) => void;
  readonly discardDraft: (row: Row | null) => void;
  readonly onSaved: (saved: SaveResult) => void;
  /** It is unknown whether the record was saved: the page must reload its data. */
  readonly onUncertain: () => void;
}

export type EditEvent<Row> =
  | { type: "form.open"; row: Row | null; values: FormValues }
  | { type: "values.change"; values: FormValues }
  /** Values that come late and that the user did not type; fields changed by the user stay. */
  | { type: "values.prefill"; values: FormValues }
  | { type: "form.submit" }
  | { type: "form.close" }
  | { type: "close.confirm" }
  | { type: "close.cancel" }
  | { type: "draft.restore" }
  | { type: "draft.discard" }
  | { type: "conflict.keepMine" }
  | { type: "conflict.takeTheirs" };

export interface EditContext<Row> {
  readonly row: Row | null;
  /** Values of the record as opened, with those filled in since. */
  readonly base: FormValues;
  /** Values as shown: those of `base`, or what the user typed. */
  readonly values: FormValues;
  /** Stored draft that is offered. */
  readonly draft: FormValues | null;
  readonly requestId: string;
  readonly error: ErrorInfo | null;
  readonly theirs: CurrentRecord<Row> | null;
  readonly saveResult: SaveResult | null;
}
