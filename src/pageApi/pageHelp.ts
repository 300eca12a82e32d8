/** What a page is for and how it is used, in about ten lines: `x.help.ts` beside `x.page.tsx`, loaded when asked for. */
export interface PageHelp {
  readonly purpose: string;
  readonly lines: readonly string[];
}
