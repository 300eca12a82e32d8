import * as z from "zod/mini";
import type { AuditEntity } from "./auditEntities.ts";
import { id } from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import type { Role } from "./roles.ts";

type Named<N extends string, Parts> = {
  [K in keyof Parts & string as `${N}${K}`]: Parts[K];
};

/**
 * Creates the calls that read records, such as `hangarList`, `hangarExport` and `hangarOne`, with paths below `/x/`. The
 * generator of the indexes parses the source text, so name, noun and kind must come first.
 */
export function recordCalls<
  const N extends string,
  const E extends AuditEntity,
  R extends z.ZodMiniObject,
  const S extends readonly [string, ...string[]],
  const K extends keyof R["shape"] & string,
  F extends z.core.$ZodLooseShape = Record<never, never>,
  const P extends { readonly hasPhoneSearch?: true } = Record<never, never>,
  const A extends { readonly isAdminOnly?: true } = Record<never, never>,
>(
  name: N,
  {
    noun,
    kind,
    access,
    row,
    sortable,
    filters: names,
    otherFilters,
    search,
    rights,
  }: {
    readonly noun: string;
    readonly kind: E;
    readonly access: readonly Role[];
    readonly row: R;
    readonly sortable: S;
    /** Fields of the row that a condition may name a value of. */
    readonly filters: readonly K[];
    readonly otherFilters?: F;
    /** Set if a keyword also finds phones. */
    readonly search?: P;
    /** Set if only admins may ever have the right. */
    readonly rights?: A;
  },
) {
  // Cast: `fromEntries` loses the names.
  const filters = {
    ...otherFilters,
    ...Object.fromEntries(names.map((field) => [field, z.optional(row.shape[field] as z.ZodMiniType)])),
  } as F & { [N in K]: z.ZodMiniOptional<R["shape"][N]> };
  const parts = {
    List: {
      host: "api",
      method: "POST",
      path: `/x/${name}/list`,
      summary: `${noun}列表`,
      access,
      ...rights,
      shows: [kind],
      ...search,
      body: pageRequest(sortable, filters),
      data: pageResponse(row),
    },
    Export: {
      host: "api",
      method: "POST",
      path: `/x/${name}/export`,
      summary: `导出${noun}`,
      access,
      ...rights,
      ...search,
      audit: kind,
      kind: "blob",
      body: exportRequest(sortable, filters),
    },
    One: {
      host: "api",
      method: "GET",
      path: `/x/one/${name}/:id`,
      summary: `${noun}详情`,
      access,
      comesWith: [`/x/${name}/list`],
      ...rights,
      params: z.object({ id }),
      data: row,
    },
  } as const;
  // Cast: `fromEntries` loses the computed keys.
  return Object.fromEntries(
    Object.entries(parts).map(([part, endpoint]) => [`${name}${part}`, endpoint]),
  ) as Named<N, typeof parts>;
}
