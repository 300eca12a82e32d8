import { existsSync, globSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { addFacts } from "../log/logCalls.ts";

/** Below these nothing is a page of the console, so an unknown path there is a 404. */
const noPages = ["/wms/", "/iapi/", "/hangar/", "/uploads/", "/vue-element-admin/", "/assets/", "/local/"];

/**
 * The built console: hashed files for ever, everything else always asked for anew, compressed side files where
 * they exist, the document of its own for a page, and the index for every other path that may be one. Whatever else
 * is unknown gets a 404 envelope.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, "index.html"));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: "index.html",
      setHeaders: (reply, file) => {
        const hashed = path.relative(folder, file).split(path.sep)[0] === "assets";
        reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  // Made by build/preloads.ts.
  const documents = new Set(globSync("pages/**/*.html", { cwd: folder }));
  app.setNotFoundHandler((request, reply) => {
    const [pathname = "/"] = request.url.split("?");
    const page = request.method === "GET" && !noPages.some((prefix) => pathname.startsWith(prefix));
    if (page && built) {
      const own = `pages${pathname}.html`;
      reply.sendFile(documents.has(own) ? own : "index.html");
      return;
    }
    const message = page ? "控制台尚未构建" : "接口不存在";
    addFacts(request, { state: -1 });
    reply.status(404).send({ state: -1, message, data: null });
  });
}
