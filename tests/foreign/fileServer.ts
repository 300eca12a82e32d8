import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

export interface FileServer {
  readonly url: string;
  /** Paths asked for, in their order. */
  readonly paths: string[];
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Serves a built console as a plain web server does: its files, `index.html` for paths without an extension, and the
 * given object as `/config.json`.
 */
export async function startFileServer(folder: string, configJson: unknown): Promise<FileServer> {
  const root = resolve(folder);
  const paths: string[] = [];
  const server = createServer((request, response) => {
    void serve(root, configJson, paths, request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = async () => {
    const closed = new Promise((ended) => server.close(ended));
    server.closeAllConnections();
    await closed;
  };
  // Cast: a server on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, paths, close, [Symbol.asyncDispose]: close };
}

async function serve(
  root: string,
  configJson: unknown,
  paths: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
  paths.push(path);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { "content-type": "text/plain" }).end("Method Not Allowed");
    return;
  }
  const isHead = request.method === "HEAD";
  if (path === "/config.json") {
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    response.writeHead(200, headers).end(isHead ? undefined : JSON.stringify(configJson));
    return;
  }
  const file = await findFile(root, path);
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("Not Found");
    return;
  }
  const bytes = await readFile(file);
  const type = types[extname(file)] ?? "application/octet-stream";
  const range = readRange(request.headers.range, bytes.length);
  const part = range ? bytes.subarray(range.from, range.to + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    "content-type": type,
    "content-length": part.length,
    "accept-ranges": "bytes",
    ...(range && { "content-range": `bytes ${range.from}-${range.to}/${bytes.length}` }),
  });
  response.end(isHead ? undefined : part);
}

/** The file of a path: itself, `index.html` if it has no extension, else none. */
async function findFile(root: string, path: string): Promise<string | undefined> {
  const file = join(root, normalize(path));
  if (file !== root && !file.startsWith(root + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile()) return file;
  return extname(path) ? undefined : join(root, "index.html");
}

/** One range of bytes, as players and tiled files ask for; undefined if none can be served. */
function readRange(header: string | undefined, length: number): { from: number; to: number } | undefined {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? "");
  if (!match) return undefined;
  const from = Number(match[1]);
  const to = Math.min(match[2] ? Number(match[2]) : length - 1, length - 1);
  return from <= to ? { from, to } : undefined;
}
