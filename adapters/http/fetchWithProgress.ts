/**
 * Like `fetch`, but reports an upload's progress, for a request whose answer is text.
 * @param onProgress gets how much of the body has left, from 0 to 1
 */
export function fetchWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers, body = null, signal } = init;
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("load", () => resolve(toResponse(request)));
    request.addEventListener("error", () => reject(new TypeError("The request failed")));
    request.addEventListener("abort", () =>
      reject(new DOMException("The request was aborted", "AbortError")),
    );
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) reject(new DOMException("The request was aborted", "AbortError"));
    // Cast: the console sends no streams, the only bodies that a request of this kind does not take.
    else request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = new Headers(
    lines.flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as [string, string]] : [];
    }),
  );
  return new Response(request.responseText, { status: request.status, headers });
}
