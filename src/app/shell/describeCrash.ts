/** What a page says of an error that ended a part of it; a parser's report, which is JSON, is nobody's to read. */
export const describeCrash = ({ name, message }: Error): string =>
  /zod/i.test(name) || /^\s*[[{]/.test(message) ? "收到的数据与本页不符" : message;
