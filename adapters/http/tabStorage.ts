import { scopeStorage } from "./scopeStorage.ts";

/** What this needs of the browser's storage. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The storage of this tab: it outlives a reload, and no other tab has it. */
export const getTabStorage = (): TabStorage => scopeStorage(sessionStorage);
