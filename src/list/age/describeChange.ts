import type { ListAgeContext } from "../../../machines/listAge.machine.ts";

/** That the record has been changed, by whom and by what; null if it has not, as far as is known. */
export function describeChange(
  { changedIds, causes, isIncomplete }: Pick<ListAgeContext, "changedIds" | "causes" | "isIncomplete">,
  id: string,
): string | null {
  if (!changedIds.includes(id)) return isIncomplete ? "连接中断过，该记录可能已被更新" : null;
  const { by, act } = causes[id] ?? {};
  const author = by === undefined ? "" : by === null ? "他人" : ` ${by} `;
  return `该记录已被${author}更新${act ? `（${act}）` : ""}`;
}
