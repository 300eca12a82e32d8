import path from "node:path";
import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import Fastify from "fastify";
import { build } from "vite";
import { precompress } from "../../build/precompress.ts";

/** Builds and serves the bare page in the same way as the console. */
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
