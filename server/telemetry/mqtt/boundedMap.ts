/** Reads an entry, or creates it. Over the limit the oldest entry goes: a broker may pass on any serial number. */
export function getOrCreate<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  maxEntries: number,
  create: () => Value,
): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const [oldest] = map.size >= maxEntries ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  const created = create();
  map.set(key, created);
  return created;
}
