import path from "node:path";
import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import Fastify from "fastify";
import { build } from "vite";
import { precompress } from "../../build/precompress.ts";

/** Builds the bare page as the console is built, and serves it as the console is served. */
export async function serveBarePage(outDir: string): Promise<{ url: string } & AsyncDisposable> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, "bare"),
    logLevel: "error",
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  const app = Fastify();
  await app.register(fastifyStatic, { root: outDir, preCompressed: true });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}
