import { useEffect } from "react";
import type { Caller } from "../../../adapters/contract/mayCall.ts";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { loadPageFiles, type PageFile } from "../../../adapters/http/loadPageFiles.ts";
import { buildMenu } from "../../../machines/permissions.ts";
import { runAfterStartup, waitForIdle } from "../../loading/runWhenIdle.ts";
import { getMenuGroups } from "./menuGroups.ts";

/** Limits of one prefetch: a page beyond them is fetched when the user points at its link. */
export const maxPrefetchFiles = 15;
/** Bytes as sent with brotli. Less than the live map needs beside a list. */
export const maxPrefetchBytes = 120_000;

/**
 * Prefetches the files of pages one after the other while the browser is idle. The code is cached, not run. A file
 * that fails to load is requested again, and its error shown, when its page is opened.
 * @param paths of the pages, the most likely first
 */
export async function prefetchPages(paths: readonly string[], signal: AbortSignal): Promise<void> {
  const filesByPage = await loadPageFiles(signal);
  const requested = findRequested();
  const wasRequested = (name: string) => requested.has(toFileAddress(name));
  for (const name of selectPrefetchFiles(paths, filesByPage, wasRequested)) {
    await waitForIdle();
    if (signal.aborted) return;
    await prefetchFile(name);
  }
}

/**
 * The files to prefetch, within the limits. A page that does not fit is left out whole: parts of it make no page.
 * @param wasRequested whether the document has requested the file already
 */
export function selectPrefetchFiles(
  paths: readonly string[],
  filesByPage: ReadonlyMap<string, readonly PageFile[]>,
  wasRequested: (name: string) => boolean,
): string[] {
  const selected = new Set<string>();
  let selectedBytes = 0;
  for (const path of paths) {
    const missing = (filesByPage.get(path) ?? []).filter(
      ({ name }) => !selected.has(name) && !wasRequested(name),
    );
    const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
    if (selected.size + missing.length > maxPrefetchFiles || selectedBytes + bytes > maxPrefetchBytes)
      continue;
    for (const { name } of missing) selected.add(name);
    selectedBytes += bytes;
  }
  return [...selected];
}

/** The loader's own links have whole addresses. */
const findRequested = (): ReadonlySet<string> =>
  new Set([
    ...Array.from(document.head.querySelectorAll("link"), ({ href }) => href),
    ...Array.from(document.head.querySelectorAll("script"), ({ src }) => src),
  ]);

const toFileAddress = (name: string) => new URL(toServerPath(`/${name}`), location.origin).href;

function prefetchFile(name: string): Promise<void> {
  const link = document.createElement("link");
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  // Same attributes as the module loader's request, so that it hits the browser's cache.
  Object.assign(link, { rel: "prefetch", crossOrigin: "", as: name.endsWith(".css") ? "style" : "script" });
  link.href = toFileAddress(name);
  document.head.append(link);
  return loaded;
}

/**
 * Prefetches the other pages of the current page's menu group, the likely next ones, once the page is ready. Pages of
 * other groups are fetched when the user points at their links (`usePageLinks`).
 * @param group of the current page; undefined where there is none
 */
export function usePrefetchPages(user: Caller, group: string | undefined): void {
  useEffect(() => {
    // The development server serves modules and has no list of built files.
    if (import.meta.env.DEV) return;
    const menuGroup = buildMenu(user, getMenuGroups(true)).find(({ path }) => path === `/${group}`);
    if (!menuGroup) return;
    const controller = new AbortController();
    const paths = menuGroup.pages.map(({ path }) => path);
    const cancel = runAfterStartup(() => void prefetchPages(paths, controller.signal).catch(() => undefined));
    return () => {
      cancel();
      controller.abort();
    };
  }, [user, group]);
}
