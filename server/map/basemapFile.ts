import { open } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { bytesToHeader, TileType } from "pmtiles";
import { basemapFilePath } from "../settings/basemaps.ts";
import type { Settings } from "../settings/settings.ts";

/** What prevents the start, as a sentence without its full stop. */
export class BasemapFileError extends Error {}

const headerBytes = 127;
const pictures: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif];

/** Refuses a file that the console could not draw, before it is offered to anybody. */
export async function checkBasemapFile(file: string): Promise<void> {
  const header = await readHeader(file);
  if (header && pictures.includes(header.tileType)) return;
  throw new BasemapFileError(
    `BASEMAP_FILE ${file} ${header ? "has no pictures as tiles" : "is no PMTiles archive"}: see docs/basemaps.md`,
  );
}

async function readHeader(file: string) {
  try {
    await using handle = await open(file);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(headerBytes) });
    if (buffer.toString("latin1", 0, 7) !== "PMTiles") return null;
    return bytesToHeader(new Uint8Array(buffer).buffer);
  } catch (error) {
    throw new BasemapFileError(`BASEMAP_FILE ${file} cannot be read (${String(error)})`);
  }
}

/** Serves the archive, by parts. Nothing else of its folder. */
export async function serveBasemapFile(
  app: FastifyInstance,
  { basemapFile }: Pick<Settings, "basemapFile">,
): Promise<void> {
  if (basemapFile === undefined) return;
  const name = path.basename(basemapFile);
  await app.register(fastifyStatic, {
    root: path.dirname(path.resolve(basemapFile)),
    prefix: `${basemapFilePath}/`,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (pathname) => pathname === `/${name}`,
    setHeaders: (reply) => void reply.header("cache-control", "no-cache"),
  });
}
