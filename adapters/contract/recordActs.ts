import * as z from "zod/mini";
import type { AuditEntity } from "./auditEntities.ts";
import { id, requestId, saveResult, version } from "./fields.ts";
import type { Role } from "./roles.ts";

const recordBody = z.strictObject({ id, version, requestId });

/**
 * What a call is called; with its body, if it needs more than the record. Not as a schema: the compiler would take the
 * shape of `saveBody(…)` from there.
 */
type Act = string | readonly [summary: string, body: object];
type BodyOf<A> = A extends string
  ? typeof recordBody
  : A extends readonly [string, infer B extends z.ZodMiniObject]
    ? B
    : never;

/** Creates the calls that change one record, such as `screenRevoke`, `POST /x/screen/revoke`. */
export function recordActs<
  const N extends string,
  const E extends AuditEntity,
  const A extends Readonly<Record<string, Act>>,
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
    /** Chinese summaries by the name of the act. */
    readonly acts: A;
  },
) {
  const toCall = <B>(act: string, summary: string, body: B) =>
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
    Object.entries<Act>(acts).map(([act, given]) => {
      const [summary, body = recordBody] = typeof given === "string" ? [given] : given;
      return [`${name}${act[0]?.toUpperCase()}${act.slice(1)}`, toCall(act, summary, body)];
    }),
  ) as { [K in keyof A & string as `${N}${Capitalize<K>}`]: ReturnType<typeof toCall<BodyOf<A[K]>>> };
}
