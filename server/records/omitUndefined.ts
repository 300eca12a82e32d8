/** The fields that an edit contains; a call leaves out those that stay unchanged. */
export const omitUndefined = <T extends object>(sent: T) =>
  // Cast: `fromEntries` loses the fields' names and types.
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
