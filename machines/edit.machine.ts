import { assign, fromPromise, setup } from "xstate";
import { isOutcomeUnknown } from "./afterError.ts";
import type { EditContext, EditEvent, EditPort, SaveRequest, SaveResult } from "./editPort.ts";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";
import { applyDraft, type FormValues, isDirty, pickUnchanged, threeWayMerge } from "./formValues.ts";

/** Saves the draft also after a submit: a save can finish before the draft of the last keystroke is stored. */
const draftAutosave = {
  initial: "draftPending",
  states: {
    draftPending: { after: { draftDelay: { target: "draftSaved", actions: "saveDraft" } } },
    draftSaved: {},
  },
} as const;

/** One form: open, autosave a draft, save. Each possible outcome of a save has its own state. */
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
      // Part of the base, so that closing does not ask about them.
      prefill: assign(({ context: { base, values } }, patch: FormValues) => {
        const unchanged = pickUnchanged(values, base, patch);
        return { base: { ...base, ...unchanged }, values: { ...values, ...unchanged } };
      }),
      setDraft: assign((_, draft: FormValues | null) => ({ draft })),
      restoreDraft: assign(({ context: { base, values, draft } }) => ({
        values: applyDraft(base, values, draft),
        draft: null,
      })),
      clearDraft: assign({ draft: null }),
      // While an older draft is offered, the stored draft merges both.
      saveDraft: ({ context: { row, base, values, draft } }) =>
        port.saveDraft(row, applyDraft(base, values, draft), base),
      discardDraft: ({ context }) => port.discardDraft(context.row),
      clearError: assign({ error: null }),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      setTheirs: assign((_, error: ErrorInfo) => ({ theirs: port.parseCurrent(error.data) })),
      // Saves over their version.
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
      // No own changes are left, so the save error is cleared.
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
      hasOneTimeSecret: (_, result: SaveResult) => result.oneTimeSecret !== undefined,
      /** Version conflict whose current record can be shown. */
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
          "values.prefill": { actions: { type: "prefill", params: ({ event }) => event.values } },
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
              // The form works without a draft.
              onError: [{ guard: "dirty", target: "drafting" }, { target: "draftSaved" }],
            },
            // No autosave yet: it would overwrite an older draft before that has been offered.
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
              // Typing does not dismiss the offer.
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
          "values.prefill": { actions: { type: "prefill", params: ({ event }) => event.values } },
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
              guard: { type: "hasOneTimeSecret", params: ({ event }) => event.output },
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
          "values.prefill": { actions: { type: "prefill", params: ({ event }) => event.values } },
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
      // 结果未知，请核对: the fields are locked, as a repeated requestId must carry the same values.
      unknown: {
        tags: ["open", "unknown"],
        // Reloads the page behind the form, so that the user can compare.
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
