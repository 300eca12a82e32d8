import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Plugin } from "vite";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/;

/** Writes `.br` and `.gz` files for every text file of the build; the server sends them unchanged. */
export function precompress(): Plugin {
  let outDir = "";
  let hasFailed = false;
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // After a failure it is called again without the error: a second one would hide the first.
      hasFailed ||= error !== undefined;
      if (hasFailed) return;
      const files = await readdir(outDir, { recursive: true });
      await Promise.all(
        files
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const file = join(outDir, name);
            const bytes = await readFile(file);
            const params = {
              [zlib.BROTLI_PARAM_QUALITY]: 11,
              [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
            };
            await writeFile(`${file}.br`, await brotliAsync(bytes, { params }));
            await writeFile(`${file}.gz`, await gzipAsync(bytes, { level: 9 }));
          }),
      );
    },
  };
}
