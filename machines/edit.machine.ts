import { assign, fromPromise, setup } from "xstate";
import type { EditContext, EditEvent, EditPort, Saved, SaveOrder } from "./editPort.ts";
import { type Fault, faultOf, isUncertain } from "./fault.ts";
import { type FormValues, isDirty, mergeMine, withDraft } from "./formValues.ts";

/** A save may end sooner than its last keystroke is kept: what is still on the screen then is kept all the same. */
const keeping = {
  initial: "unkept",
  states: {
    unkept: { after: { draftDelay: { target: "kept", actions: "saveDraft" } } },
    kept: {},
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
        port.saveDraft(row, withDraft(base, values, draft), base),
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
      // With nothing of one's own left there is nothing that could not be saved.
      takeTheirs: assign(({ context: { row, theirs } }) =>
        theirs
          ? { row: theirs.row, base: theirs.values, values: theirs.values, theirs: null, fault: null }
          : { row, fault: null },
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
      uncertain: (_, fault: Fault) => isUncertain(fault),
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
        ...keeping,
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
        ...keeping,
        on: {
          "conflict.keepMine": { target: "submitting", actions: "keepMine" },
          "conflict.takeTheirs": { target: "filling.kept", actions: ["takeTheirs", "dropDraft"] },
          "form.close": "confirmingClose",
        },
      },
      // 结果未知，请核对: nothing may be typed, as the same requestId must carry the same values.
      unknown: {
        tags: ["open", "unknown"],
        // What stands behind the form is read anew at once, to be compared.
        entry: "tellDoubt",
        ...keeping,
        on: {
          "form.submit": "submitting",
          "form.close": { target: "closed", actions: ["saveDraft", "tellDoubt"] },
        },
      },
      done: {
        tags: ["open", "done"],
        on: { "form.close": { target: "closed", actions: assign({ saved: null }) } },
      },
    },
  });
