import { existsSync, globSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { addLogFields } from "../log/logCalls.ts";

/** Below these nothing is a page of the console, so an unknown path there is a 404. */
const nonPagePrefixes = [
  "/wms/",
  "/iapi/",
  "/hangar/",
  "/uploads/",
  "/vue-element-admin/",
  "/assets/",
  "/local/",
];

/**
 * The built console: hashed files for ever, everything else always asked for anew, compressed side files where
 * they exist, the document of its own for a page, and the index for every other path that may be one. Whatever else
 * is unknown gets a 404 envelope.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, "index.html"));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: "index.html",
      setHeaders: (reply, file) => {
        const isHashedAsset = path.relative(folder, file).split(path.sep)[0] === "assets";
        reply.header("cache-control", isHashedAsset ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  // Made by build/pageDocuments.ts.
  const documents = new Set(globSync("pages/**/*.html", { cwd: folder }));
  app.setNotFoundHandler((request, reply) => {
    const [pathname = "/"] = request.url.split("?");
    const isPage = request.method === "GET" && !nonPagePrefixes.some((prefix) => pathname.startsWith(prefix));
    if (isPage && isBuilt) {
      const ownDocument = `pages${pathname}.html`;
      reply.sendFile(documents.has(ownDocument) ? ownDocument : "index.html");
      return;
    }
    const message = isPage ? "控制台尚未构建" : "接口不存在";
    addLogFields(request, { state: -1 });
    reply.status(404).send({ state: -1, message, data: null });
  });
}
