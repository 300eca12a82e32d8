import type { FieldIssue } from "../../adapters/contract/envelope.ts";

/** An element of a list in a body that was left out, as it has another form than the call's. */
export interface LeftOut {
  /** Its place in the list that was sent. */
  readonly at: number;
  readonly sent: unknown;
  /** What is wrong with it; the path is within the element. */
  readonly issue: FieldIssue;
}

/** Of a longer list not even the elements are looked at. */
const maxElements = 2_000;

/**
 * Leaves out of a list in a body what is wrong by itself, so that one element does not silence the others.
 * @param findIssue what is wrong with a body, null for nothing
 * @returns null where nothing would be left, or more than elements is wrong
 */
export function leaveOut(
  body: unknown,
  list: string,
  findIssue: (body: unknown) => FieldIssue | null,
): { readonly body: unknown; readonly leftOut: readonly LeftOut[] } | null {
  if (typeof body !== "object" || body === null) return null;
  const sent: unknown = new Map(Object.entries(body)).get(list);
  if (!Array.isArray(sent) || sent.length > maxElements) return null;
  const leftOut: LeftOut[] = [];
  const kept: unknown[] = [];
  for (const [at, element] of sent.entries()) {
    const issue = findIssue({ ...body, [list]: [element] });
    if (!issue) kept.push(element);
    else leftOut.push({ at, sent: element, issue: { ...issue, path: toPathWithin(issue.path, list) } });
  }
  return kept.length === 0 ? null : { body: { ...body, [list]: kept }, leftOut };
}

const toPathWithin = (path: string, list: string): string => path.replace(`${list}.0`, "").replace(/^\./, "");
