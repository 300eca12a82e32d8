import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { tiandituPath } from "../settings/basemaps.ts";
import type { Settings } from "../settings/settings.ts";

/** Themes and their label layers, Web Mercator. */
const layers = ["vec", "cva", "img", "cia", "ter", "cta"] as const;
const maxZoom = 18;
const tileIndex = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** maxZoom));
const tileQuery = z.object({
  TILEMATRIX: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxZoom)),
  TILEROW: tileIndex,
  TILECOL: tileIndex,
});
const tileTimeoutMs = 8_000;
const maxTileBytes = 1_000_000;
/** Tiles per minute and address: a fast pan on a large screen requests some hundreds. */
const maxTilesPerMinute = 6_000;

/**
 * Proxies Tianditu's tiles, so that its key stays on the server. Only tiles can be requested: layer and numbers are
 * validated, all other parameters are dropped.
 */
export function serveTianditu(app: FastifyInstance, { tianditu }: Pick<Settings, "tianditu">): void {
  if (!tianditu) return;
  const { key, host } = tianditu;
  for (const layer of layers)
    app.get(
      `${tiandituPath}/${layer}_w/wmts`,
      { config: { rateLimit: { max: maxTilesPerMinute, timeWindow: 60_000 } } },
      async (request, reply) => {
        const tile = tileQuery.safeParse(request.query);
        if (!tile.success)
          return reply.status(400).send({ state: -1, message: "瓦片编号不正确", data: null });
        const picture = await fetchTile(`${host}/${layer}_w/wmts?${toWmtsQuery(layer, tile.data, key)}`);
        if (!picture) return reply.status(502).send({ state: -1, message: "天地图暂时无法读取", data: null });
        return reply.header("cache-control", "public, max-age=86400").type(picture.type).send(picture.bytes);
      },
    );
}

function toWmtsQuery(layer: string, tile: z.infer<typeof tileQuery>, key: string): URLSearchParams {
  const { TILEMATRIX, TILEROW, TILECOL } = tile;
  return new URLSearchParams({
    SERVICE: "WMTS",
    REQUEST: "GetTile",
    VERSION: "1.0.0",
    LAYER: layer,
    STYLE: "default",
    TILEMATRIXSET: "w",
    FORMAT: "tiles",
    TILEMATRIX: String(TILEMATRIX),
    TILEROW: String(TILEROW),
    TILECOL: String(TILECOL),
    tk: key,
  });
}

/** Fetches a tile; null if it does not arrive in time or is not an image. */
async function fetchTile(url: string): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  try {
    const request = (url.startsWith("https:") ? https : http).get(url, {
      signal: AbortSignal.timeout(tileTimeoutMs),
    });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const { "content-type": type = "", "content-length": length = "0" } = response.headers;
    if (response.statusCode !== 200 || !type.startsWith("image/") || Number(length) > maxTileBytes) {
      response.destroy();
      return null;
    }
    return { type, bytes: await buffer(response) };
  } catch {
    // Unreachable, too slow or aborted: handled alike.
    return null;
  }
}
