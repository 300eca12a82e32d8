import { assign, fromPromise, setup } from "xstate";
import type { EditContext, EditEvent, EditPort, SaveRequest, SaveResult } from "./editPort.ts";
import { type ErrorInfo, isOutcomeUnknown, toErrorInfo } from "./errorInfo.ts";
import { applyDraft, type FormValues, isDirty, threeWayMerge } from "./formValues.ts";

/** A save may end sooner than its last keystroke is kept: what is still on the screen then is kept all the same. */
const draftAutosave = {
  initial: "draftPending",
  states: {
    draftPending: { after: { draftDelay: { target: "draftSaved", actions: "saveDraft" } } },
    draftSaved: {},
  },
} as const;

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
      save: fromPromise<SaveResult, SaveRequest<Row>>(({ input, signal }) => port.save(input, signal)),
    },
    actions: {
      setValues: assign((_, values: FormValues) => ({ values })),
      setDraft: assign((_, draft: FormValues | null) => ({ draft })),
      restoreDraft: assign(({ context: { base, values, draft } }) => ({
        values: applyDraft(base, values, draft),
        draft: null,
      })),
      clearDraft: assign({ draft: null }),
      // While an older draft is offered, what is kept holds both.
      saveDraft: ({ context: { row, base, values, draft } }) =>
        port.saveDraft(row, applyDraft(base, values, draft), base),
      discardDraft: ({ context }) => port.discardDraft(context.row),
      clearError: assign({ error: null }),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      setTheirs: assign((_, error: ErrorInfo) => ({ theirs: port.parseCurrent(error.data) })),
      // The version to save over becomes theirs.
      keepMine: assign(({ context: { row, base, values, theirs } }) =>
        theirs
          ? {
              row: theirs.row,
              base: theirs.values,
              values: threeWayMerge(base, values, theirs.values),
              theirs: null,
            }
          : { row },
      ),
      // With nothing of one's own left there is nothing that could not be saved.
      takeTheirs: assign(({ context: { row, theirs } }) =>
        theirs
          ? { row: theirs.row, base: theirs.values, values: theirs.values, theirs: null, error: null }
          : { row, error: null },
      ),
      setSaveResult: assign((_, result: SaveResult) => ({ saveResult: result })),
      notifySaved: (_, result: SaveResult) => port.onSaved(result),
      notifyUncertain: () => port.onUncertain(),
    },
    guards: {
      dirty: ({ context }) => isDirty(context.values, context.base),
      hasDraft: (_, draft: FormValues | null) => draft !== null,
      hasShown: (_, result: SaveResult) => result.shown !== undefined,
      /** Somebody else saved meanwhile, and what they saved can be shown. */
      conflicting: (_, error: ErrorInfo) =>
        error.kind === "conflict" && port.parseCurrent(error.data) !== null,
      uncertain: (_, error: ErrorInfo) => isOutcomeUnknown(error),
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
      error: null,
      theirs: null,
      saveResult: null,
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
              error: null,
              theirs: null,
              saveResult: null,
            })),
          },
        },
      },
      filling: {
        tags: ["open", "form"],
        initial: "loadingDraft",
        on: {
          "values.change": {
            target: ".drafting",
            actions: { type: "setValues", params: ({ event }) => event.values },
          },
          "form.submit": "submitting",
          "form.close": [{ guard: "dirty", target: "confirmingClose" }, { target: "closed" }],
        },
        states: {
          loadingDraft: {
            invoke: {
              id: "loadDraft",
              src: "loadDraft",
              input: ({ context }) => ({ row: context.row }),
              onDone: [
                {
                  guard: { type: "hasDraft", params: ({ event }) => event.output },
                  target: "draftOffered",
                  actions: { type: "setDraft", params: ({ event }) => event.output },
                },
                { guard: "dirty", target: "drafting" },
                { target: "draftSaved" },
              ],
              // A form works without its draft.
              onError: [{ guard: "dirty", target: "drafting" }, { target: "draftSaved" }],
            },
            // Kept only once the older draft is known: it would be overwritten without ever having been offered.
            on: {
              "values.change": { actions: { type: "setValues", params: ({ event }) => event.values } },
            },
          },
          draftOffered: {
            tags: "draft",
            initial: "idle",
            on: {
              "draft.restore": [
                { guard: "dirty", target: "drafting", actions: "restoreDraft" },
                { target: "draftSaved", actions: "restoreDraft" },
              ],
              "draft.discard": [
                { guard: "dirty", target: "drafting", actions: ["discardDraft", "clearDraft"] },
                { target: "draftSaved", actions: ["discardDraft", "clearDraft"] },
              ],
              // The offer stands until it is answered, whatever is typed beside it.
              "values.change": {
                target: ".typing",
                actions: { type: "setValues", params: ({ event }) => event.values },
              },
            },
            states: {
              idle: {},
              typing: { after: { draftDelay: { target: "idle", actions: "saveDraft" } } },
            },
          },
          drafting: { after: { draftDelay: { target: "draftSaved", actions: "saveDraft" } } },
          draftSaved: {},
        },
      },
      confirmingClose: {
        tags: ["open", "confirm"],
        on: {
          "close.confirm": { target: "closed", actions: "discardDraft" },
          "close.cancel": "filling.drafting",
        },
      },
      submitting: {
        tags: ["open", "form", "busy"],
        entry: "clearError",
        invoke: {
          id: "save",
          src: "save",
          input: ({ context: { row, values, requestId } }) => ({ row, values, requestId }),
          onDone: [
            {
              guard: { type: "hasShown", params: ({ event }) => event.output },
              target: "done",
              actions: [
                { type: "setSaveResult", params: ({ event }) => event.output },
                "discardDraft",
                { type: "notifySaved", params: ({ event }) => event.output },
              ],
            },
            {
              target: "closed",
              actions: ["discardDraft", { type: "notifySaved", params: ({ event }) => event.output }],
            },
          ],
          onError: [
            {
              guard: { type: "conflicting", params: ({ event }) => toErrorInfo(event.error) },
              target: "conflict",
              actions: [
                { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
                { type: "setTheirs", params: ({ event }) => toErrorInfo(event.error) },
              ],
            },
            {
              guard: { type: "uncertain", params: ({ event }) => toErrorInfo(event.error) },
              target: "unknown",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
            {
              target: "refused",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
          ],
        },
      },
      refused: {
        tags: ["open", "form", "refused"],
        ...draftAutosave,
        on: {
          "values.change": {
            target: "filling.drafting",
            actions: { type: "setValues", params: ({ event }) => event.values },
          },
          "form.submit": "submitting",
          "form.close": [{ guard: "dirty", target: "confirmingClose" }, { target: "closed" }],
        },
      },
      conflict: {
        tags: ["open", "conflict"],
        ...draftAutosave,
        on: {
          "conflict.keepMine": { target: "submitting", actions: "keepMine" },
          "conflict.takeTheirs": { target: "filling.draftSaved", actions: ["takeTheirs", "discardDraft"] },
          "form.close": "confirmingClose",
        },
      },
      // 结果未知，请核对: nothing may be typed, as the same requestId must carry the same values.
      unknown: {
        tags: ["open", "unknown"],
        // What stands behind the form is read anew at once, to be compared.
        entry: "notifyUncertain",
        ...draftAutosave,
        on: {
          "form.submit": "submitting",
          "form.close": { target: "closed", actions: ["saveDraft", "notifyUncertain"] },
        },
      },
      done: {
        tags: ["open", "done"],
        on: { "form.close": { target: "closed", actions: assign({ saveResult: null }) } },
      },
    },
  });
