import type { ErrorInfo } from "./errorInfo.ts";
import type { FormValues } from "./formValues.ts";

/** What a save sends; the same `requestId` twice acts once. */
export interface SaveRequest<Row> {
  /** The record as it was opened, with its version; null for a new one. */
  readonly row: Row | null;
  readonly values: FormValues;
  readonly requestId: string;
}

export interface SaveResult {
  readonly id: string;
  /** A result that can be seen only this once: an initial password. */
  readonly shown?: unknown;
}

/** A record as somebody else has left it, also as form values. */
export interface CurrentRecord<Row> {
  readonly row: Row;
  readonly values: FormValues;
}

/** What a form needs from outside. The functions without a promise must not throw. */
export interface EditPort<Row> {
  /** Once for each opening of the form. */
  readonly newRequestId: () => string;
  /** Rejects with `{ kind, message, data, issues }`. */
  readonly save: (request: SaveRequest<Row>, signal: AbortSignal) => Promise<SaveResult>;
  /** Reads the `data` of a conflict; null where it cannot be read. */
  readonly parseCurrent: (data: unknown) => CurrentRecord<Row> | null;
  /** The draft kept for this form (null row: for a new record), or null. */
  readonly loadDraft: (row: Row | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Keeps what may be kept: the page leaves passwords out. `base` is what the form began with. */
  readonly saveDraft: (row: Row | null, values: FormValues, base: FormValues) => void;
  readonly discardDraft: (row: Row | null) => void;
  readonly onSaved: (saved: SaveResult) => void;
  /** Left without knowing whether the record was saved: what is on the screen is to be loaded anew. */
  readonly onUncertain: () => void;
}

export type EditEvent<Row> =
  | { type: "form.open"; row: Row | null; values: FormValues }
  | { type: "values.change"; values: FormValues }
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
  /** Values of the record as opened. */
  readonly base: FormValues;
  /** Values as typed: mine. */
  readonly values: FormValues;
  /** A kept draft that is offered. */
  readonly draft: FormValues | null;
  readonly requestId: string;
  readonly error: ErrorInfo | null;
  readonly theirs: CurrentRecord<Row> | null;
  readonly saveResult: SaveResult | null;
}
