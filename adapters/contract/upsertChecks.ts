import * as z from "zod/mini";

/** A save without an id creates a record: reports every given field that is missing. */
export const requiredOnCreate = <const N extends string>(names: readonly N[]) =>
  z.check<{ readonly [K in N | "id"]?: unknown }>(({ value, issues }) => {
    if (value.id !== undefined) return;
    for (const name of names) {
      if (value[name] === undefined)
        issues.push({ code: "custom", path: [name], message: "必填", input: undefined });
    }
  });

/** A save with an id updates a record: requires its version. */
export const versionRequiredOnUpdate = z.check<{ readonly id?: unknown; readonly version?: unknown }>(
  ({ value, issues }) => {
    if (value.id !== undefined && value.version === undefined)
      issues.push({ code: "custom", path: ["version"], message: "缺少版本号", input: undefined });
  },
);
