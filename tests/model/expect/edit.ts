import { expectation, type Move } from "../reference.ts";

/** What one sees of a form with the fields `name` and `remark`, written `name/remark`. */
export interface Edit {
  readonly [part: string]: unknown;
  /** Version of the record as opened; null for a new one. */
  readonly version: number | null;
  readonly base: string;
  readonly values: string;
  readonly draft: string | null;
  readonly requestId: string;
  readonly fault: string | null;
  readonly theirs: string | null;
  readonly saved: string | null;
}

const clean = { draft: null, fault: null, theirs: null, saved: null };
const dirty = ({ values, base }: Edit) => values !== base;
const next = (requestId: string) => (requestId === "" ? "q1" : `q${Number(requestId.slice(1)) + 1}`);
const record = ({ version }: Edit) => (version === null ? "new" : `v${version}`);
const save = (seen: Edit) => [`saves ${record(seen)} ${seen.values} ${seen.requestId}`];
const seek = (seen: Edit) => [`GET draft ${record(seen)}`];
const dropDraft = (seen: Edit) => [`drops draft ${record(seen)}`];
const filling = "filling.*";
const offered = ["filling.offered.resting", "filling.offered.typing"];
const editable = [filling, "refused.*"];
const keeps = (seen: Edit) => [`keeps draft ${record(seen)} ${both(seen, seen.draft)}`];
const kept = { ms: 1_000, row: "quality.md 6 nothing typed is lost" };
/** The other person renamed the record; the fields that I changed stay mine. */
const merged = ({ base, values }: Edit) => {
  const [baseName, baseRemark] = base.split("/");
  const [name, remark] = values.split("/");
  return `${name === baseName ? "张三" : name}/${remark === baseRemark ? "旧" : remark}`;
};

const type = (on: string, values: string): Move<Edit>[] => [
  {
    from: "filling.seeking",
    on,
    to: "filling.seeking",
    sets: { values },
    row: "quality.md 6 nothing typed is lost",
  },
  {
    from: offered,
    on,
    to: "filling.offered.typing",
    sets: { values },
    row: "quality.md 6 nothing typed is lost",
  },
  { from: editable, on, to: "filling.drafting", sets: { values }, row: "screens.md bad input loses nothing" },
];
/** The older draft holds a remark; one that was typed meanwhile stands over it. */
const both = ({ base, values }: Edit, draft: string | null = "/草稿") => {
  const [name, remark] = values.split("/");
  if (draft === null) return values;
  return `${name}/${remark === base.split("/")[1] ? "草稿" : remark}`;
};
const restores = { sets: (seen: Edit) => ({ values: both(seen), draft: null }) };
const discards = { sets: { draft: null }, does: dropDraft };
const sends = { to: "submitting", sets: { fault: null } } as const;

/** screens.md forms, contract section 1 concurrent edits; machines.md edit. Row R-288. */
export const editExpectation = expectation<Edit>({
  seen: () => ({ version: null, base: "/", values: "/", requestId: "", ...clean }),
  start: [],
  regions: {
    "": {
      initial: "closed",
      states: {
        closed: [],
        "filling.seeking": ["form", "open"],
        "filling.offered.resting": ["draft", "form", "open"],
        "filling.offered.typing": ["draft", "form", "open"],
        "filling.drafting": ["form", "open"],
        "filling.kept": ["form", "open"],
        confirmingClose: ["confirm", "open"],
        submitting: ["busy", "form", "open"],
        "refused.unkept": ["form", "open", "refused"],
        "refused.kept": ["form", "open", "refused"],
        "conflict.unkept": ["conflict", "open"],
        "conflict.kept": ["conflict", "open"],
        "unknown.unkept": ["open", "unknown"],
        "unknown.kept": ["open", "unknown"],
        done: ["done", "open"],
      },
      timers: {
        "filling.drafting": { ms: 1_000, row: "contract 1 remembered things" },
        "filling.offered.typing": { ms: 1_000, row: "contract 1 remembered things" },
        "refused.unkept": kept,
        "conflict.unkept": kept,
        "unknown.unkept": kept,
      },
      moves: [
        {
          from: "closed",
          on: "open a new one",
          to: "filling.seeking",
          sets: ({ requestId }) => ({
            ...clean,
            version: null,
            base: "/",
            values: "/",
            requestId: next(requestId),
          }),
          does: seek,
          row: "R-288",
        },
        {
          from: "closed",
          on: "open version 3",
          to: "filling.seeking",
          sets: ({ requestId }) => ({
            ...clean,
            version: 3,
            base: "王五/旧",
            values: "王五/旧",
            requestId: next(requestId),
          }),
          does: seek,
          row: "R-288",
        },

        { from: "filling.seeking", on: ["no draft", "draft fails"], if: dirty, to: "filling.drafting" },
        { from: "filling.seeking", on: ["no draft", "draft fails"], to: "filling.kept" },
        { from: "filling.seeking", on: "a draft", to: "filling.offered.resting", sets: { draft: "/草稿" } },
        { from: offered, on: "restore the draft", if: dirty, to: "filling.drafting", ...restores },
        { from: offered, on: "restore the draft", to: "filling.kept", ...restores },
        { from: offered, on: "discard the draft", if: dirty, to: "filling.drafting", ...discards },
        { from: offered, on: "discard the draft", to: "filling.kept", ...discards },
        ...type("type a remark", "王五/新"),
        ...type("type a name", "赵六/旧"),
        {
          from: "filling.drafting",
          on: "after",
          to: "filling.kept",
          does: (seen) => [`keeps draft ${record(seen)} ${seen.values}`],
          row: "contract 1 remembered things",
        },
        {
          from: "filling.offered.typing",
          on: "after",
          to: "filling.offered.resting",
          does: (seen) => [`keeps draft ${record(seen)} ${both(seen)}`],
          row: "quality.md 6 nothing typed is lost",
        },

        { from: "refused.unkept", on: "after", to: "refused.kept", does: keeps },
        { from: "conflict.unkept", on: "after", to: "conflict.kept", does: keeps },
        { from: "unknown.unkept", on: "after", to: "unknown.kept", does: keeps },

        {
          from: "filling.seeking",
          on: "submit",
          ...sends,
          does: (seen) => ["gives up loadDraft", ...save(seen)],
        },
        { from: editable, on: "submit", ...sends, does: save },
        // The same values under the same requestId: acts once.
        { from: "unknown.*", on: "submit", ...sends, does: save, row: "contract 1 requestId" },

        {
          from: "filling.seeking",
          on: "close",
          if: (seen) => !dirty(seen),
          to: "closed",
          does: ["gives up loadDraft"],
        },
        {
          from: "filling.seeking",
          on: "close",
          to: "confirmingClose",
          does: ["gives up loadDraft"],
          row: "screens.md leaving unsaved",
        },
        { from: editable, on: "close", if: dirty, to: "confirmingClose", row: "screens.md leaving unsaved" },
        { from: editable, on: "close", to: "closed" },
        { from: "conflict.*", on: "close", to: "confirmingClose" },
        { from: "confirmingClose", on: "leave", to: "closed", does: dropDraft },
        { from: "confirmingClose", on: "stay", to: "filling.drafting" },
        {
          from: "unknown.*",
          on: "close",
          to: "closed",
          does: (seen) => [...keeps(seen), "loads the page anew"],
          row: "quality.md 6 nothing typed is lost",
        },
        { from: "done", on: "close", to: "closed", sets: { saved: null } },

        {
          from: "submitting",
          on: "saved",
          to: "closed",
          does: (seen) => [...dropDraft(seen), "tells 9 is saved"],
          row: "R-288",
        },
        {
          from: "submitting",
          on: "saved, a password to show",
          to: "done",
          sets: { saved: "Ab3#" },
          does: (seen) => [...dropDraft(seen), "tells 9 is saved"],
          row: "contract 5 initialPassword once",
        },
        {
          from: "submitting",
          on: "conflict with version 4",
          to: "conflict.unkept",
          sets: { fault: "conflict 已被他人修改", theirs: "v4 张三/旧" },
          row: "contract 1 state -5",
        },
        {
          from: "submitting",
          on: "conflict that cannot be read",
          to: "refused.unkept",
          sets: { fault: "conflict 已被他人修改" },
        },
        {
          from: "submitting",
          on: "no answer in time",
          to: "unknown.unkept",
          sets: { fault: "timeout " },
          does: ["loads the page anew"],
          row: "quality.md 6 结果未知 re-reads",
        },
        {
          from: "submitting",
          on: "offline",
          to: "unknown.unkept",
          sets: { fault: "offline " },
          does: ["loads the page anew"],
        },
        {
          from: "submitting",
          on: "answer that does not fit",
          to: "unknown.unkept",
          sets: { fault: "contract data.id: expected string" },
          does: ["loads the page anew"],
          row: "quality.md 6 结果未知 re-reads",
        },
        {
          from: "submitting",
          on: "commit of unknown result",
          to: "unknown.unkept",
          sets: { fault: "commitUnknown 可能已经生效" },
          does: ["loads the page anew"],
          row: "quality.md 6 结果未知 re-reads",
        },
        {
          from: "submitting",
          on: "field wrong",
          to: "refused.unkept",
          sets: { fault: "invalid 提交的内容有误 name:请输入名称" },
          row: "contract 1 status 400",
        },

        {
          from: "conflict.*",
          on: "keep mine",
          to: "submitting",
          sets: (seen) => ({ version: 4, base: "张三/旧", values: merged(seen), theirs: null, fault: null }),
          does: save,
          row: "screens.md version conflict",
        },
        {
          from: "conflict.*",
          on: "take theirs",
          to: "filling.kept",
          sets: { version: 4, base: "张三/旧", values: "张三/旧", theirs: null, fault: null },
          does: ["drops draft v4"],
          row: "screens.md version conflict",
        },
      ],
    },
  },
});
