/** Whether a line of a resource's table is of a call, not of a status. */
export const isCallLine = (line: string): boolean => /^(GET|POST|PUT|DELETE),/.test(line);
