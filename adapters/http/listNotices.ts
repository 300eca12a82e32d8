/** What a list of an answer does not show, and why, for the user. */
const noticesByList = new WeakMap<object, readonly string[]>();

/** Remembers it for as long as the list is there. */
export const addListNotice = (list: object, notice: string): void =>
  void noticesByList.set(list, [...getListNotices(list), notice]);

/** The list that was made of another, with the notices of that one. */
export function keepListNotices<L extends object>(list: L, source: object): L {
  noticesByList.set(list, getListNotices(source));
  return list;
}

/** Empty for a list that was read whole. */
export const getListNotices = (list: object): readonly string[] => noticesByList.get(list) ?? [];
