import * as z from "zod/mini";

/** A save without an id makes a new record, which needs what a partial edit may leave out; each is said to be missing. */
export const requiredOnCreate = <const N extends string>(names: readonly N[]) =>
  z.check<{ readonly [K in N | "id"]?: unknown }>(({ value, issues }) => {
    if (value.id !== undefined) return;
    for (const name of names) {
      if (value[name] === undefined)
        issues.push({ code: "custom", path: [name], message: "必填", input: undefined });
    }
  });

/** An edit of a record tells which version of it was seen. */
export const versionRequiredOnUpdate = z.check<{ readonly id?: unknown; readonly version?: unknown }>(
  ({ value, issues }) => {
    if (value.id !== undefined && value.version === undefined)
      issues.push({ code: "custom", path: ["version"], message: "缺少版本号", input: undefined });
  },
);
