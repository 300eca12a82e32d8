import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const worthIt = /\.(?:js|css|html|svg|json|webmanifest)$/;

/** Writes `.br` and `.gz` beside every text file of the build; the server sends them as they are. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error) return;
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files
          .filter((name) => worthIt.test(name))
          .map(async (name) => {
            const file = join(folder, name);
            const bytes = await readFile(file);
            const params = {
              [zlib.BROTLI_PARAM_QUALITY]: 11,
              [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
            };
            await writeFile(`${file}.br`, await brotli(bytes, { params }));
            await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
          }),
      );
    },
  };
}
