import { readFileSync } from "node:fs";
import { brotliCompressSync, constants as zlib } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { parseMeta } from "./pageMeta.ts";

const consoleModule = "/src/app/shell/Console.tsx";

/** What a page draws once it has its data. Its document links them too, so that they load while it asks for the data. */
const drawnParts =
  /\/src\/pages\/statistics\/(?:trend\/TrendChart|share\/ShareChart|region\/RegionMap)\.tsx$/;

/**
 * Makes Chromium compile all functions of the file off the main thread while it downloads, instead of each on its first
 * call: most code of a first page runs immediately. A plain comment for other browsers.
 */
const eagerCompileComment = "//# allFunctionsCalledOnLoad";

/**
 * Writes a document for each page, for example `pages/account/accountList.html`: the index plus links to all files of
 * the console and this page. The browser then loads them in parallel with the entry instead of one import after
 * another. The login needs none of them and uses the plain index. `pages/files.json` holds the same lists by address,
 * with file sizes, for the prefetch and the bundle budget.
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
          // The page of a record has many addresses: it starts from the index.
          if (path.includes(":")) continue;
          const links = [...files, ...collectDrawnFiles(files, chunks)].map(toLinkTag).join("");
          const source = String(index.source).replace("</head>", `${links}</head>`);
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

/** Size with brotli at a lower quality than in `precompress`: a few percent too high, but much faster. */
function estimateSentBytes(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): number {
  if (!file) return 0;
  const content = file.type === "chunk" ? file.code : file.source;
  return brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

/** Files that each page needs in addition to the entry, by address. */
function getPageFiles(chunks: readonly Rolldown.OutputChunk[]): (readonly [string, string[]])[] {
  const chunkByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const consoleChunks = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(consoleModule)));
  if (consoleChunks.length === 0)
    throw new Error(`The build has no ${consoleModule}, which every page needs`);
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

/** Files that the page's drawn parts need in addition to its own; the prefetch and the list of files leave them out. */
function collectDrawnFiles(files: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const chunkByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const drawn = files
    .flatMap((name) => chunkByName.get(name)?.dynamicImports ?? [])
    .flatMap((name) => chunkByName.get(name) ?? [])
    .filter(({ facadeModuleId }) => drawnParts.test(facadeModuleId ?? ""));
  const entryFiles = collectFiles(
    chunks.filter(({ isEntry }) => isEntry),
    chunkByName,
  );
  return [...collectFiles(drawn, chunkByName)].filter(
    (name) => !entryFiles.has(name) && !files.includes(name),
  );
}

/** Collects the chunks, their static imports and their styles. */
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

// Styles are linked, not preloaded: the loader finds the links, and Chromium warns about preloads that are used late.
const toLinkTag = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" href="/${file}">`;
