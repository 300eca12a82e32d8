/** Observed values of a form with the fields `name` and `remark`, formatted as `name/remark`. */
export interface EditObserved {
  readonly [part: string]: unknown;
  /** Version of the record as opened; null for a new one. */
  readonly version: number | null;
  readonly base: string;
  readonly values: string;
  readonly draft: string | null;
  readonly requestId: string;
  readonly error: string | null;
  readonly theirs: string | null;
  readonly saved: string | null;
}

export const clean = { draft: null, error: null, theirs: null, saved: null };
export const isDirty = ({ values, base }: EditObserved) => values !== base;
export const nextRequestId = (requestId: string) =>
  requestId === "" ? "q1" : `q${Number(requestId.slice(1)) + 1}`;
export const record = ({ version }: EditObserved) => (version === null ? "new" : `v${version}`);
export const saveEffects = (seen: EditObserved) => [`saves ${record(seen)} ${seen.values} ${seen.requestId}`];
export const loadDraftEffects = (seen: EditObserved) => [`GET draft ${record(seen)}`];
export const dropDraftEffects = (seen: EditObserved) => [`deletes draft ${record(seen)}`];
export const keepDraftEffects = (seen: EditObserved) => [
  `saves draft ${record(seen)} ${mergeDraft(seen, seen.draft)}`,
];
/** The other user renamed the record; fields that this user changed are preserved. */
export const mergeTheirs = ({ base, values }: EditObserved) => {
  const [baseName, baseRemark] = base.split("/");
  const [name, remark] = values.split("/");
  return `${name === baseName ? "张三" : name}/${remark === baseRemark ? "旧" : remark}`;
};
/** A remark is filled in, unless the user has changed it. */
export const fillRemark = ({ base, values }: EditObserved) => {
  const [baseName, baseRemark] = base.split("/");
  const [name, remark] = values.split("/");
  return remark === baseRemark ? { base: `${baseName}/填入`, values: `${name}/填入` } : {};
};
/** The older draft contains a remark; a newly typed one takes precedence. */
export const mergeDraft = ({ base, values }: EditObserved, draft: string | null = "/草稿") => {
  const [name, remark] = values.split("/");
  if (draft === null) return values;
  return `${name}/${remark === base.split("/")[1] ? "草稿" : remark}`;
};
