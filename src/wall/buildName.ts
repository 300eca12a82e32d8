/** Longest name that a report may have. */
const maxLength = 40;

/** Name of the build that a document loads: its entry script without folder and ending. */
export function readBuildName(source: Document): string {
  const script = source.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const name =
    (script?.getAttribute("src") ?? "")
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? "";
  return name.slice(0, maxLength) || "unknown";
}
