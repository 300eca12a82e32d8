import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

export interface TileServer {
  readonly origin: string;
  /** Requested paths with query, in order. */
  readonly requests: readonly string[];
  /** Unhealthy: replies to all requests with 500. */
  readonly setHealthy: (isHealthy: boolean) => void;
  readonly close: () => Promise<void>;
}

const size = 256;

/**
 * A tile server with white tiles and one red cross of 9 px.
 * @param marked longitude and latitude of the cross, in the tiles' own coordinates
 * @param startsFailing starts unhealthy
 */
export async function startTileServer(
  marked: readonly [number, number],
  startsFailing = false,
): Promise<TileServer> {
  const requests: string[] = [];
  let isFailing = startsFailing;
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    requests.push(url);
    response.setHeader("access-control-allow-origin", "*");
    const [, z = 0, x = 0, y = 0] = (/\/(\d+)\/(\d+)\/(\d+)/.exec(url) ?? []).map(Number);
    if (isFailing) return void response.writeHead(500).end();
    void renderTile(marked, z, x, y).then((png) =>
      response.writeHead(200, { "content-type": "image/png" }).end(png),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    setHealthy: (isHealthy) => {
      isFailing = !isHealthy;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function renderTile([lng, lat]: readonly [number, number], z: number, x: number, y: number): Promise<Buffer> {
  const world = size * 2 ** z;
  const sine = Math.sin((lat * Math.PI) / 180);
  const left = Math.round(((lng + 180) / 360) * world - x * size) - 4;
  const top = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world - y * size) - 4;
  const isInside = left >= 0 && top >= 0 && left <= size - 9 && top <= size - 9;
  const white = sharp({ create: { width: size, height: size, channels: 3, background: "#ffffff" } });
  const red = { create: { width: 9, height: 9, channels: 3 as const, background: "#ff0000" } };
  return (isInside ? white.composite([{ input: red, left, top }]) : white).png().toBuffer();
}
