import { assign, fromPromise, setup } from "xstate";
import { type Fault, faultOf } from "./fault.ts";
import { type FormValues, isDirty, mergeMine, withDraft } from "./formValues.ts";

/** What a save sends; the same `requestId` twice acts once. */
export interface SaveOrder<Row> {
  /** The record as it was opened, with its version; null for a new one. */
  readonly row: Row | null;
  readonly values: FormValues;
  readonly requestId: string;
}

export interface Saved {
  readonly id: string;
  /** A result that can be seen only this once: an initial password. */
  readonly shown?: unknown;
}

/** A record as somebody else has left it, also as form values. */
export interface PresentRecord<Row> {
  readonly row: Row;
  readonly values: FormValues;
}

/** What a form needs from outside. The functions without a promise must not throw. */
export interface EditPort<Row> {
  /** Once for each opening of the form. */
  readonly newRequestId: () => string;
  /** Rejects with `{ kind, message, data, issues }`. */
  readonly save: (order: SaveOrder<Row>, signal: AbortSignal) => Promise<Saved>;
  /** Reads the `data` of a conflict; null where it cannot be read. */
  readonly present: (data: unknown) => PresentRecord<Row> | null;
  /** The draft kept for this form (null row: for a new record), or null. */
  readonly loadDraft: (row: Row | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Keeps what may be kept: the page leaves passwords out. */
  readonly saveDraft: (row: Row | null, values: FormValues) => void;
  readonly dropDraft: (row: Row | null) => void;
  readonly saved: (saved: Saved) => void;
  /** Left without knowing whether the record was saved: what is on the screen is to be loaded anew. */
  readonly doubted: () => void;
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
  readonly fault: Fault | null;
  readonly theirs: PresentRecord<Row> | null;
  readonly saved: Saved | null;
}

/** One form: opened, typed in with a draft kept, saved once; every way a save can end has its own state. */
export const editMachine = <Row>(port: EditPort<Row>) =>
  setup({
    types: {} as {
      context: EditContext<Row>;
      events: EditEvent<Row>;
      tags: "open" | "form" | "busy" | "draft" | "confirm" | "refused" | "conflict" | "unknown" | "done";
    },
    actors: {
      loadDraft: fromPromise<FormValues | null, { row: Row | null }>(({ input, signal }) =>
        port.loadDraft(input.row, signal),
      ),
      save: fromPromise<Saved, SaveOrder<Row>>(({ input, signal }) => port.save(input, signal)),
    },
    actions: {
      noteValues: assign((_, values: FormValues) => ({ values })),
      noteDraft: assign((_, draft: FormValues | null) => ({ draft })),
      restoreDraft: assign(({ context: { base, values, draft } }) => ({
        values: withDraft(base, values, draft),
        draft: null,
      })),
      forgetDraft: assign({ draft: null }),
      // While an older draft is offered, what is kept holds both.
      saveDraft: ({ context: { row, base, values, draft } }) =>
        port.saveDraft(row, withDraft(base, values, draft)),
      dropDraft: ({ context }) => port.dropDraft(context.row),
      forgetFault: assign({ fault: null }),
      noteFault: assign((_, fault: Fault) => ({ fault })),
      noteTheirs: assign((_, fault: Fault) => ({ theirs: port.present(fault.data) })),
      // The version to save over becomes theirs.
      keepMine: assign(({ context: { row, base, values, theirs } }) =>
        theirs
          ? {
              row: theirs.row,
              base: theirs.values,
              values: mergeMine(base, values, theirs.values),
              theirs: null,
            }
          : { row },
      ),
      takeTheirs: assign(({ context: { row, theirs } }) =>
        theirs ? { row: theirs.row, base: theirs.values, values: theirs.values, theirs: null } : { row },
      ),
      noteSaved: assign((_, saved: Saved) => ({ saved })),
      tellSaved: (_, saved: Saved) => port.saved(saved),
      tellDoubt: () => port.doubted(),
    },
    guards: {
      dirty: ({ context }) => isDirty(context.values, context.base),
      hasDraft: (_, draft: FormValues | null) => draft !== null,
      hasShown: (_, saved: Saved) => saved.shown !== undefined,
      /** Somebody else saved meanwhile, and what they saved can be shown. */
      conflicting: (_, fault: Fault) => fault.kind === "conflict" && port.present(fault.data) !== null,
      /** No answer: the server may or may not have saved. */
      uncertain: (_, { kind }: Fault) => kind === "offline" || kind === "timeout",
    },
    delays: { draftDelay: 1_000 },
  }).createMachine({
    id: "edit",
    context: {
      row: null,
      base: {},
      values: {},
      draft: null,
      requestId: "",
      fault: null,
      theirs: null,
      saved: null,
    },
    initial: "closed",
    states: {
      closed: {
        on: {
          "form.open": {
            target: "filling",
            actions: assign(({ event: { row, values } }) => ({
              row,
              base: values,
              values,
              draft: null,
              requestId: port.newRequestId(),
              fault: null,
              theirs: null,
              saved: null,
            })),
          },
        },
      },
      filling: {
        tags: ["open", "form"],
        initial: "seeking",
        on: {
          "values.change": {
            target: ".drafting",
            actions: { type: "noteValues", params: ({ event }) => event.values },
          },
          "form.submit": "submitting",
          "form.close": [{ guard: "dirty", target: "confirmingClose" }, { target: "closed" }],
        },
        states: {
          seeking: {
            invoke: {
              id: "loadDraft",
              src: "loadDraft",
              input: ({ context }) => ({ row: context.row }),
              onDone: [
                {
                  guard: { type: "hasDraft", params: ({ event }) => event.output },
                  target: "offered",
                  actions: { type: "noteDraft", params: ({ event }) => event.output },
                },
                { guard: "dirty", target: "drafting" },
                { target: "kept" },
              ],
              // A form works without its draft.
              onError: [{ guard: "dirty", target: "drafting" }, { target: "kept" }],
            },
            // Kept only once the older draft is known: it would be overwritten without ever having been offered.
            on: {
              "values.change": { actions: { type: "noteValues", params: ({ event }) => event.values } },
            },
          },
          offered: {
            tags: "draft",
            initial: "resting",
            on: {
              "draft.restore": [
                { guard: "dirty", target: "drafting", actions: "restoreDraft" },
                { target: "kept", actions: "restoreDraft" },
              ],
              "draft.discard": [
                { guard: "dirty", target: "drafting", actions: ["dropDraft", "forgetDraft"] },
                { target: "kept", actions: ["dropDraft", "forgetDraft"] },
              ],
              // The offer stands until it is answered, whatever is typed beside it.
              "values.change": {
                target: ".typing",
                actions: { type: "noteValues", params: ({ event }) => event.values },
              },
            },
            states: {
              resting: {},
              typing: { after: { draftDelay: { target: "resting", actions: "saveDraft" } } },
            },
          },
          drafting: { after: { draftDelay: { target: "kept", actions: "saveDraft" } } },
          kept: {},
        },
      },
      confirmingClose: {
        tags: ["open", "confirm"],
        on: {
          "close.confirm": { target: "closed", actions: "dropDraft" },
          "close.cancel": "filling.drafting",
        },
      },
      submitting: {
        tags: ["open", "form", "busy"],
        entry: "forgetFault",
        invoke: {
          id: "save",
          src: "save",
          input: ({ context: { row, values, requestId } }) => ({ row, values, requestId }),
          onDone: [
            {
              guard: { type: "hasShown", params: ({ event }) => event.output },
              target: "done",
              actions: [
                { type: "noteSaved", params: ({ event }) => event.output },
                "dropDraft",
                { type: "tellSaved", params: ({ event }) => event.output },
              ],
            },
            {
              target: "closed",
              actions: ["dropDraft", { type: "tellSaved", params: ({ event }) => event.output }],
            },
          ],
          onError: [
            {
              guard: { type: "conflicting", params: ({ event }) => faultOf(event.error) },
              target: "conflict",
              actions: [
                { type: "noteFault", params: ({ event }) => faultOf(event.error) },
                { type: "noteTheirs", params: ({ event }) => faultOf(event.error) },
              ],
            },
            {
              guard: { type: "uncertain", params: ({ event }) => faultOf(event.error) },
              target: "unknown",
              actions: { type: "noteFault", params: ({ event }) => faultOf(event.error) },
            },
            {
              target: "refused",
              actions: { type: "noteFault", params: ({ event }) => faultOf(event.error) },
            },
          ],
        },
      },
      refused: {
        tags: ["open", "form", "refused"],
        on: {
          "values.change": {
            target: "filling.drafting",
            actions: { type: "noteValues", params: ({ event }) => event.values },
          },
          "form.submit": "submitting",
          "form.close": [{ guard: "dirty", target: "confirmingClose" }, { target: "closed" }],
        },
      },
      conflict: {
        tags: ["open", "conflict"],
        on: {
          "conflict.keepMine": { target: "submitting", actions: "keepMine" },
          "conflict.takeTheirs": { target: "filling.kept", actions: ["takeTheirs", "dropDraft"] },
          "form.close": "confirmingClose",
        },
      },
      // 结果未知，请核对: nothing may be typed, as the same requestId must carry the same values.
      unknown: {
        tags: ["open", "unknown"],
        on: {
          "form.submit": "submitting",
          "form.close": { target: "closed", actions: "tellDoubt" },
        },
      },
      done: {
        tags: ["open", "done"],
        on: { "form.close": { target: "closed", actions: assign({ saved: null }) } },
      },
    },
  });
