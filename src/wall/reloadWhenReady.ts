import { checkServerReady, fetchWallDocument } from "../../adapters/http/wallHttp.ts";

const retryMs = 5_000;
const never = new AbortController().signal;
let isWaiting = false;

/**
 * Loads the page again once the server can serve it: from a browser's error page nothing would lead back.
 * @param timeoutMs how long the server may take to answer
 */
export function reloadWhenReady(timeoutMs: number): void {
  if (isWaiting) return;
  isWaiting = true;
  const attempt = (): Promise<void> =>
    Promise.all([checkServerReady(never, timeoutMs), fetchWallDocument(never, timeoutMs)]).then(
      () => location.reload(),
      () => void setTimeout(() => void attempt(), retryMs),
    );
  void attempt();
}
