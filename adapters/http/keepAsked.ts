/** The rows that were asked for by `ids`, which another platform need not know: it may answer others too. */
export function keepAsked(data: unknown, { body }: { readonly body?: unknown }): unknown {
  const { ids } = (body ?? {}) as { readonly ids?: unknown };
  if (!Array.isArray(ids) || typeof data !== "object" || data === null) return data;
  const keep = (rows: readonly unknown[]) =>
    rows.filter((row) => ids.includes((row as { readonly id?: unknown } | null)?.id));
  if (Array.isArray(data)) return keep(data);
  const { list } = data as { readonly list?: unknown };
  return Array.isArray(list) ? { ...data, list: keep(list) } : data;
}
