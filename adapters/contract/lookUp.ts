/**
 * Looks a word up in a table. A word from outside may be the name of something that every object has, such as
 * `constructor` or `__proto__`; of those only the table's own count.
 * @returns undefined where the table has no such word
 */
export const lookUp = <T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
