import { CallError } from "./callError.ts";

/** Longest build name that a screen's report may have. */
const maxBuildLength = 40;

/** The document that the server serves at an address now. It may take as long as the console's calls. */
export async function fetchDocument(
  address: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Document> {
  const answer = await fetch(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    cache: "no-store",
  });
  if (!answer.ok) throw new CallError("unavailable", `GET ${address}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Name of the build that a document loads: its entry script without folder and ending. */
export function readBuildName(source: Document): string {
  const script = source.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const name =
    (script?.getAttribute("src") ?? "")
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? "";
  return name.slice(0, maxBuildLength) || "unknown";
}

/** Whether the server serves another build at an address than the one that runs in this page. */
export const hasNewBuild = async (
  address: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<boolean> =>
  readBuildName(await fetchDocument(address, signal, timeoutMs)) !== readBuildName(document);
