/**
 * Reads an entry, or creates it. Over the limit the one that was not used for longest goes: a broker may pass on any
 * serial number.
 */
export function getOrCreate<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  maxEntries: number,
  create: () => Value,
): Value {
  const existing = map.get(key);
  const value = existing ?? create();
  if (existing !== undefined) map.delete(key);
  const [oldest] = map.size >= maxEntries ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
  return value;
}
