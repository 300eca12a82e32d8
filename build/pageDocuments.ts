import { readFileSync } from "node:fs";
import { brotliCompressSync, constants as zlib } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { parseMeta } from "./pageMeta.ts";

const consoleModule = "/src/app/shell/Console.tsx";

/**
 * Has Chromium compile all functions of the file while it comes, beside the main thread, instead of each when it is
 * first called: most of what a first page is made of is called at once. Others read a comment.
 */
const eagerCompileComment = "//# allFunctionsCalledOnLoad";

/**
 * Writes a document for each page, `pages/account/accountList.html`: the index, which names in addition all that the
 * console and this page are made of. The browser fetches them beside the entry, instead of file after file as each is
 * run; the login, which needs none of them, stays the bare index. The same lists stand in `pages/files.json`, by
 * address and with the size of each file, for the prefetch and for the budget of the bundle.
 */
export function pageDocuments(): Plugin {
  return {
    name: "page-documents",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") throw new Error("The build has no index.html");
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const pages = getPageFiles(chunks);
        const firstPageFiles = new Set(pages.flatMap(([, files]) => files));
        for (const chunk of chunks)
          if (chunk.isEntry || firstPageFiles.has(chunk.fileName))
            chunk.code = `${eagerCompileComment}\n${chunk.code}`;
        for (const [path, files] of pages) {
          const source = String(index.source).replace("</head>", `${files.map(toLinkTag).join("")}</head>`);
          this.emitFile({ type: "asset", fileName: `pages${path}.html`, source });
        }
        const sizes = new Map([...firstPageFiles].map((name) => [name, estimateSentBytes(bundle[name])]));
        const source = JSON.stringify(
          pages.map(([page, files]) => ({
            page,
            files: files.map((name) => ({ name, bytes: sizes.get(name) })),
          })),
        );
        this.emitFile({ type: "asset", fileName: "pages/files.json", source });
      },
    },
  };
}

/** The size with brotli at a lower quality than `precompress` uses: a few percent too high, in a fraction of the time. */
function estimateSentBytes(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): number {
  if (!file) return 0;
  const content = file.type === "chunk" ? file.code : file.source;
  return brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

/** What each page needs beside the entry before it can be used, by address. */
function getPageFiles(chunks: readonly Rolldown.OutputChunk[]): (readonly [string, string[]])[] {
  const chunkByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const consoleChunks = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(consoleModule)));
  if (consoleChunks.length === 0)
    throw new Error(`The build has no ${consoleModule}: every page begins with it`);
  const entryFiles = collectFiles(entries, chunkByName);
  return chunks.flatMap((chunk) => {
    const file = chunk.facadeModuleId;
    if (!file?.endsWith(".page.tsx")) return [];
    const path = String(parseMeta(file, readFileSync(file, "utf8"))["path"]);
    const files = [...collectFiles([...consoleChunks, chunk], chunkByName)].filter(
      (name) => !entryFiles.has(name),
    );
    return [[path, files] as const];
  });
}

/** The chunks with all that they import before they can run, and the styles of each. */
function collectFiles(
  chunks: readonly Rolldown.OutputChunk[],
  chunkByName: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) visit(chunkByName.get(name));
  };
  chunks.forEach(visit);
  return files;
}

// Styles as such: the loader finds them there, and Chromium complains of those that are fetched ahead and used late.
const toLinkTag = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" href="/${file}">`;
