import * as z from "zod/mini";
import type { AuditEntity } from "./auditEntities.ts";
import { id, requestId, saveResult, version } from "./fields.ts";
import type { Role } from "./roles.ts";

const body = z.strictObject({ id, version, requestId });

/** Creates the calls that act on one record and need nothing else, such as `screenRevoke`, `POST /x/screen/revoke`. */
export function recordActs<
  const N extends string,
  const E extends AuditEntity,
  const A extends Readonly<Record<string, string>>,
  const P extends { readonly isAdminOnly?: true } = Record<never, never>,
>(
  name: N,
  {
    kind,
    access,
    rights,
    acts,
  }: {
    readonly kind: E;
    readonly access: readonly Role[];
    /** Set if only admins may ever have the right. */
    readonly rights?: P;
    /** Chinese summaries by the act. */
    readonly acts: A;
  },
) {
  const toCall = (act: string, summary: string) =>
    ({
      host: "api",
      method: "POST",
      path: `/x/${name}/${act}`,
      summary,
      access,
      ...rights,
      audit: kind,
      body,
      data: saveResult,
    }) as const;
  // Cast: `fromEntries` loses the computed keys.
  return Object.fromEntries(
    Object.entries(acts).map(([act, summary]) => [
      `${name}${act[0]?.toUpperCase()}${act.slice(1)}`,
      toCall(act, summary),
    ]),
  ) as { [K in keyof A & string as `${N}${Capitalize<K>}`]: ReturnType<typeof toCall> };
}
