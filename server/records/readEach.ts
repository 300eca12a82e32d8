/**
 * Reads what each of these ids stands for, each once and in one order, so that callers that lock what they read do not
 * wait for each other in a circle.
 */
export async function readEach<T extends object | string>(
  ids: readonly (string | null | undefined)[],
  read: (id: string) => Promise<T>,
): Promise<(id: string) => T> {
  const found = new Map<string, T>();
  const known = ids.filter((id): id is string => Boolean(id));
  for (const id of [...new Set(known)].toSorted()) found.set(id, await read(id));
  return (id) => {
    const value = found.get(id);
    if (value === undefined) throw new Error(`${id} is not among those that were read`);
    return value;
  };
}
