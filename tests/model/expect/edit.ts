import { defineExpectation, type Rule } from "../createReference.ts";
import {
  clean,
  dropDraftEffects,
  type EditObserved,
  fillRemark,
  isDirty,
  keepDraftEffects,
  loadDraftEffects,
  mergeDraft,
  mergeTheirs,
  nextRequestId,
  record,
  saveEffects,
} from "./editObserved.ts";

const fillingStates = "filling.*";
const draftOfferedStates = ["filling.draftOffered.idle", "filling.draftOffered.typing"];
const editableStates = [fillingStates, "refused.*"];
const keepDraftTimer = { ms: 1_000, row: "nothing typed is lost" };

const typeRules = (on: string, values: string): Rule<EditObserved>[] => [
  {
    from: "filling.loadingDraft",
    on,
    to: "filling.loadingDraft",
    sets: { values },
    row: "nothing typed is lost",
  },
  {
    from: draftOfferedStates,
    on,
    to: "filling.draftOffered.typing",
    sets: { values },
    row: "nothing typed is lost",
  },
  { from: editableStates, on, to: "filling.drafting", sets: { values }, row: "bad input loses nothing" },
];
const restoreDraftRule = { sets: (seen: EditObserved) => ({ values: mergeDraft(seen), draft: null }) };
const discardDraftRule = { sets: { draft: null }, does: dropDraftEffects };
const submitRule = { to: "submitting", sets: { error: null } } as const;

/** Forms: drafts, saving, version conflicts. R-288. */
export const editExpectation = defineExpectation<EditObserved>({
  seen: () => ({ version: null, base: "/", values: "/", requestId: "", ...clean }),
  start: [],
  regions: {
    "": {
      initial: "closed",
      states: {
        closed: [],
        "filling.loadingDraft": ["form", "open"],
        "filling.draftOffered.idle": ["draft", "form", "open"],
        "filling.draftOffered.typing": ["draft", "form", "open"],
        "filling.drafting": ["form", "open"],
        "filling.draftSaved": ["form", "open"],
        confirmingClose: ["confirm", "open"],
        submitting: ["busy", "form", "open"],
        "refused.draftPending": ["form", "open", "refused"],
        "refused.draftSaved": ["form", "open", "refused"],
        "conflict.draftPending": ["conflict", "open"],
        "conflict.draftSaved": ["conflict", "open"],
        "unknown.draftPending": ["open", "unknown"],
        "unknown.draftSaved": ["open", "unknown"],
        done: ["done", "open"],
      },
      timers: {
        "filling.drafting": { ms: 1_000, row: "draft storage" },
        "filling.draftOffered.typing": { ms: 1_000, row: "draft storage" },
        "refused.draftPending": keepDraftTimer,
        "conflict.draftPending": keepDraftTimer,
        "unknown.draftPending": keepDraftTimer,
      },
      rules: [
        {
          from: "closed",
          on: "open a new one",
          to: "filling.loadingDraft",
          sets: ({ requestId }) => ({
            ...clean,
            version: null,
            base: "/",
            values: "/",
            requestId: nextRequestId(requestId),
          }),
          does: loadDraftEffects,
          row: "R-288",
        },
        {
          from: "closed",
          on: "open version 3",
          to: "filling.loadingDraft",
          sets: ({ requestId }) => ({
            ...clean,
            version: 3,
            base: "王五/旧",
            values: "王五/旧",
            requestId: nextRequestId(requestId),
          }),
          does: loadDraftEffects,
          row: "R-288",
        },

        {
          from: "filling.loadingDraft",
          on: ["no draft", "draft fails"],
          if: isDirty,
          to: "filling.drafting",
        },
        { from: "filling.loadingDraft", on: ["no draft", "draft fails"], to: "filling.draftSaved" },
        {
          from: "filling.loadingDraft",
          on: "a draft",
          to: "filling.draftOffered.idle",
          sets: { draft: "/草稿" },
        },
        {
          from: draftOfferedStates,
          on: "restore the draft",
          if: isDirty,
          to: "filling.drafting",
          ...restoreDraftRule,
        },
        { from: draftOfferedStates, on: "restore the draft", to: "filling.draftSaved", ...restoreDraftRule },
        {
          from: draftOfferedStates,
          on: "discard the draft",
          if: isDirty,
          to: "filling.drafting",
          ...discardDraftRule,
        },
        { from: draftOfferedStates, on: "discard the draft", to: "filling.draftSaved", ...discardDraftRule },
        ...typeRules("type a remark", "王五/新"),
        ...typeRules("type a name", "赵六/旧"),
        { from: [...editableStates, "confirmingClose"], on: "a remark is filled in", sets: fillRemark },
        {
          from: "filling.drafting",
          on: "after",
          to: "filling.draftSaved",
          does: (seen) => [`saves draft ${record(seen)} ${seen.values}`],
          row: "draft storage",
        },
        {
          from: "filling.draftOffered.typing",
          on: "after",
          to: "filling.draftOffered.idle",
          does: (seen) => [`saves draft ${record(seen)} ${mergeDraft(seen)}`],
          row: "nothing typed is lost",
        },

        { from: "refused.draftPending", on: "after", to: "refused.draftSaved", does: keepDraftEffects },
        { from: "conflict.draftPending", on: "after", to: "conflict.draftSaved", does: keepDraftEffects },
        { from: "unknown.draftPending", on: "after", to: "unknown.draftSaved", does: keepDraftEffects },

        {
          from: "filling.loadingDraft",
          on: "submit",
          ...submitRule,
          does: (seen) => ["aborts loadDraft", ...saveEffects(seen)],
        },
        { from: editableStates, on: "submit", ...submitRule, does: saveEffects },
        // Repeats the values with the same requestId, so that the server saves once.
        { from: "unknown.*", on: "submit", ...submitRule, does: saveEffects, row: "saving is idempotent" },

        {
          from: "filling.loadingDraft",
          on: "close",
          if: (seen) => !isDirty(seen),
          to: "closed",
          does: ["aborts loadDraft"],
        },
        {
          from: "filling.loadingDraft",
          on: "close",
          to: "confirmingClose",
          does: ["aborts loadDraft"],
          row: "leaving unsaved",
        },
        { from: editableStates, on: "close", if: isDirty, to: "confirmingClose", row: "leaving unsaved" },
        { from: editableStates, on: "close", to: "closed" },
        { from: "conflict.*", on: "close", to: "confirmingClose" },
        { from: "confirmingClose", on: "leave", to: "closed", does: dropDraftEffects },
        { from: "confirmingClose", on: "stay", to: "filling.drafting" },
        {
          from: "unknown.*",
          on: "close",
          to: "closed",
          does: (seen) => [...keepDraftEffects(seen), "loads the page anew"],
          row: "nothing typed is lost",
        },
        { from: "done", on: "close", to: "closed", sets: { saved: null } },

        {
          from: "submitting",
          on: "saved",
          to: "closed",
          does: (seen) => [...dropDraftEffects(seen), "notifies: 9 saved"],
          row: "R-288",
        },
        {
          from: "submitting",
          on: "saved, a password to show",
          to: "done",
          sets: { saved: "Ab3#" },
          does: (seen) => [...dropDraftEffects(seen), "notifies: 9 saved"],
          row: "the initial password is shown once",
        },
        {
          from: "submitting",
          on: "conflict with version 4",
          to: "conflict.draftPending",
          sets: { error: "conflict 已被他人修改", theirs: "v4 张三/旧" },
          row: "state −5",
        },
        {
          from: "submitting",
          on: "conflict that cannot be read",
          to: "refused.draftPending",
          sets: { error: "conflict 已被他人修改" },
        },
        {
          from: "submitting",
          on: "no answer in time",
          to: "unknown.draftPending",
          sets: { error: "timeout " },
          does: ["loads the page anew"],
          row: "结果未知 reloads",
        },
        {
          from: "submitting",
          on: "offline",
          to: "unknown.draftPending",
          sets: { error: "offline " },
          does: ["loads the page anew"],
        },
        {
          from: "submitting",
          on: "answer that does not fit",
          to: "unknown.draftPending",
          sets: { error: "contract data.id: expected string" },
          does: ["loads the page anew"],
          row: "结果未知 reloads",
        },
        {
          from: "submitting",
          on: "commit of unknown result",
          to: "unknown.draftPending",
          sets: { error: "commitUnknown 可能已经生效" },
          does: ["loads the page anew"],
          row: "结果未知 reloads",
        },
        {
          from: "submitting",
          on: "field wrong",
          to: "refused.draftPending",
          sets: { error: "invalid 提交的内容有误 name:请输入名称" },
          row: "status 400",
        },

        {
          from: "conflict.*",
          on: "keep mine",
          to: "submitting",
          sets: (seen) => ({
            version: 4,
            base: "张三/旧",
            values: mergeTheirs(seen),
            theirs: null,
            error: null,
          }),
          does: saveEffects,
          row: "version conflict",
        },
        {
          from: "conflict.*",
          on: "take theirs",
          to: "filling.draftSaved",
          sets: { version: 4, base: "张三/旧", values: "张三/旧", theirs: null, error: null },
          does: ["deletes draft v4"],
          row: "version conflict",
        },
      ],
    },
  },
});
