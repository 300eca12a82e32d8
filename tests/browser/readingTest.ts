import { test as base } from "./signedInTest.ts";

/** `test` for files that change no records, preferences or drafts: they share a server. */
export const test = base.extend("sharesServer", { scope: "file" }, true);
