/** What a page is for and how it is used, in about ten lines: literals, which the build takes out of the page's code. */
export interface PageHelp {
  readonly purpose: string;
  readonly lines: readonly string[];
}
