import { loadPageFiles } from "../../../adapters/http/loadPageFiles.ts";
import { runWhenIdle } from "../../loading/runWhenIdle.ts";

/**
 * Has the browser fetch the files of pages for later, one after the other, while nothing else is done. They are kept,
 * not run: code that nobody has asked for yet would only keep the page on the screen busy. What cannot be had now is
 * asked for again, and its fault said, when its page is opened.
 * @param paths of the pages, the soonest wanted first
 */
export async function prefetchPages(paths: readonly string[], signal: AbortSignal): Promise<void> {
  const files = await loadPageFiles(signal);
  for (const file of new Set(paths.flatMap((path) => files.get(path) ?? []))) {
    await waitForIdle();
    if (signal.aborted) return;
    await prefetchFile(`/${file}`);
  }
}

const waitForIdle = () => new Promise<void>((resolve) => void runWhenIdle(resolve));

function prefetchFile(address: string): Promise<void> {
  if (document.head.querySelector(`link[href="${address}"], script[src="${address}"]`))
    return Promise.resolve();
  const link = document.createElement("link");
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  // As the loader will ask for them, so that it finds them in the browser's cache.
  Object.assign(link, {
    rel: "prefetch",
    crossOrigin: "",
    as: address.endsWith(".css") ? "style" : "script",
  });
  link.href = address;
  document.head.append(link);
  return loaded;
}
