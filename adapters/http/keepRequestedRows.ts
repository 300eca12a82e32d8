/**
 * The rows that were requested by `ids`. Another platform need not know that filter, and may answer all rows.
 * @param data of the answer: the rows, or a page of them; anything else is returned as it is
 */
export function keepRequestedRows(data: unknown, { body }: { readonly body?: unknown }): unknown {
  const { ids } = (body ?? {}) as { readonly ids?: unknown };
  if (!Array.isArray(ids) || typeof data !== "object" || data === null) return data;
  const keep = (rows: readonly unknown[]) =>
    rows.filter((row) => ids.includes((row as { readonly id?: unknown } | null)?.id));
  if (Array.isArray(data)) return keep(data);
  const { list } = data as { readonly list?: unknown };
  return Array.isArray(list) ? { ...data, list: keep(list) } : data;
}
