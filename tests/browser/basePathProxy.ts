import { createServer, type IncomingMessage, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

export interface BasePathProxy extends AsyncDisposable {
  readonly origin: string;
  /** Paths of sockets that were asked for. */
  readonly sockets: readonly string[];
  /** Paths that were asked for beside the base path; they are answered by 404. */
  readonly strays: readonly string[];
}

/** A proxy that passes on what is below a path, unchanged, sockets too, and nothing else. */
export async function startBasePathProxy(port: number, basePath: string): Promise<BasePathProxy> {
  const strays: string[] = [];
  const sockets: string[] = [];
  const isBelow = ({ url = "" }: IncomingMessage) => {
    const below = url.startsWith(basePath);
    if (!below) strays.push(url);
    return below;
  };
  const proxy = createServer((request, response) => {
    if (!isBelow(request)) return void response.writeHead(404).end();
    const { method, url: path, headers } = request;
    const target = send({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    target.on("error", () => response.destroy());
    response.on("close", () => target.destroy());
    request.pipe(target);
  });
  const open = new Set<Duplex>();
  proxy.on("upgrade", (request: IncomingMessage, client: Duplex) => {
    if (!isBelow(request)) return void client.destroy();
    sockets.push(request.url ?? "");
    const server = connect(port, "127.0.0.1");
    open.add(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => {
      open.delete(client);
      server.destroy();
    });
    const lines = [`GET ${request.url} HTTP/1.1`];
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    server.write(`${lines.join("\r\n")}\r\n\r\n`);
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // Cast: a server on a port has an address with a port.
  const { port: ownPort } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    sockets,
    strays,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      const closed = new Promise((resolve) => proxy.close(resolve));
      proxy.closeAllConnections();
      await closed;
    },
  };
}
