import { connect } from "node:net";
import fc from "fast-check";
import type { FuzzAnswer } from "./findViolations.ts";

const size = fc.constantFrom(1, 100, 3_000, 9_000, 20_000, 70_000);

const headerLines = fc.oneof(
  fc.constantFrom(
    "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Transfer-Encoding: gzip, chunked",
    "Content-Type: application/json\r\nContent-Type: text/xml",
    "Content-Encoding: gzip",
    "Expect: 100-continue",
    "Expect: nonsense",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Upgrade: h2c\r\nConnection: Upgrade",
    "Range: bytes=9-1,-,0-0",
    "If-None-Match: *",
    "Accept-Encoding: gzip;q=nan, br;;",
    "X-Request-Id: \u0001",
    "X-Forwarded-For: %%%",
    "Origin: null",
    "Cookie: a=%ff; =; aerial_screen=",
    "no colon",
    ": no name",
    " folded: line",
    "X-Null: \u0000",
  ),
  fc
    .tuple(
      fc.constantFrom(
        "Authorization",
        "X-Token",
        "U-Token",
        "U-Platform",
        "Cookie",
        "Referer",
        "X-Request-Id",
      ),
      size,
    )
    .map(([name, length]) => `${name}: ${"k".repeat(length)}`),
  fc
    .tuple(fc.constantFrom("Authorization", "U-Token", "Accept", "X-A"), fc.constantFrom(2, 50, 3_000))
    .map(([name, count]) => Array.from({ length: count }, (_, turn) => `${name}: ${turn}`).join("\r\n")),
  size.map((length) => `${"N".repeat(length)}: 1`),
);

const targets = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "*",
    "/%",
    "/%ff",
    "/wms/api/user/login%00",
    "/wms/api/..%2f..%2f",
    "/../../etc/passwd",
    "/wms/api/x/one/company/%",
    "/uploads/%ED%A0%80",
    "/assets/../../package.json",
    "http://other.example/wms/api/user/login",
    "/a b",
    "/\u00ff",
    "?",
    "",
  ),
  size.map((length) => `/wms/api/x/one/company/${"9".repeat(length)}`),
  size.map((length) => `/wms/api/region/list?parentId=${"9".repeat(length)}`),
  size.map((length) => `/config.json?${"a=1&".repeat(length / 4)}`),
  size.map((length) => `/${"%2e".repeat(length / 3)}`),
  size.map((length) => `/${"a/".repeat(length / 2)}`),
);

const head: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom(
      "GET",
      "POST",
      "PUT",
      "HEAD",
      "OPTIONS",
      "TRACE",
      "CONNECT",
      "PROPFIND",
      "BREW",
      "get",
      "",
    ),
    target: targets,
    version: fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP", ""),
    headers: fc.array(headerLines, { maxLength: 4 }),
    body: fc.constantFrom("", "{}", "5\r\nhello\r\n0\r\n\r\n", "zz\r\n"),
  })
  .map(({ method, target, version, headers, body }) =>
    [`${method} ${target} ${version}`, "Host: localhost", "Connection: close", ...headers, "", body].join(
      "\r\n",
    ),
  );

/** The same requests for the same count: request lines and headers that no client writes. */
export const sampleHeads = (count: number): readonly string[] =>
  fc.sample(head, { numRuns: count, seed: 20_261_128 });

/** Sends bytes as they are; returns the first answer, null where the connection is closed without one. */
export async function sendRaw(port: number, text: string): Promise<FuzzAnswer | null> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  // The server closes connections whose input it does not read to the end.
  socket.on("error", () => undefined);
  socket.end(Buffer.from(text, "latin1"));
  await new Promise((resolve) => socket.once("close", resolve));
  const received = Buffer.concat(parts).toString("latin1");
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = received.slice(0, headEnd);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const rest = received.slice(headEnd + 4);
  // An answer to HEAD has no body; what follows answers what follows in the request.
  const body = text.startsWith("HEAD ") ? "" : rest.slice(0, length);
  return {
    sentBytes: text.length,
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    isJson: /^content-type: *application\/json/im.test(head),
    body: Buffer.from(body, "latin1").toString(),
  };
}
