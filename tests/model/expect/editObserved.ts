/** What one sees of a form with the fields `name` and `remark`, written `name/remark`. */
export interface EditObserved {
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

export const clean = { draft: null, fault: null, theirs: null, saved: null };
export const isDirty = ({ values, base }: EditObserved) => values !== base;
export const nextRequestId = (requestId: string) =>
  requestId === "" ? "q1" : `q${Number(requestId.slice(1)) + 1}`;
export const record = ({ version }: EditObserved) => (version === null ? "new" : `v${version}`);
export const saveEffects = (seen: EditObserved) => [`saves ${record(seen)} ${seen.values} ${seen.requestId}`];
export const loadDraftEffects = (seen: EditObserved) => [`GET draft ${record(seen)}`];
export const dropDraftEffects = (seen: EditObserved) => [`drops draft ${record(seen)}`];
export const keepDraftEffects = (seen: EditObserved) => [
  `keeps draft ${record(seen)} ${mergeDraft(seen, seen.draft)}`,
];
/** The other person renamed the record; the fields that I changed stay mine. */
export const mergeTheirs = ({ base, values }: EditObserved) => {
  const [baseName, baseRemark] = base.split("/");
  const [name, remark] = values.split("/");
  return `${name === baseName ? "张三" : name}/${remark === baseRemark ? "旧" : remark}`;
};
/** The older draft holds a remark; one that was typed meanwhile stands over it. */
export const mergeDraft = ({ base, values }: EditObserved, draft: string | null = "/草稿") => {
  const [name, remark] = values.split("/");
  if (draft === null) return values;
  return `${name}/${remark === base.split("/")[1] ? "草稿" : remark}`;
};
