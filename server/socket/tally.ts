/** How many there are of each name; adding one gives what takes it away again. */
export function tally() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add: (name: string): (() => void) => {
      counts.set(name, of(name) + 1);
      return () => {
        if (of(name) > 1) counts.set(name, of(name) - 1);
        else counts.delete(name);
      };
    },
  };
}
