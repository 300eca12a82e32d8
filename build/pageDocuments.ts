import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants as zlib } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { parseMeta } from "./pageMeta.ts";

const consoleModule = "/src/app/shell/Console.tsx";

/**
 * Makes Chromium compile all functions of the file off the main thread while it downloads, instead of each on its first
 * call: most code of a first page runs immediately. A plain comment for other browsers.
 */
const eagerCompileComment = "//# allFunctionsCalledOnLoad";

/**
 * Writes a document for each page, for example `pages/account/accountList.html`: the index plus links to all files of
 * the console, this page and the lazy parts of its first view. The browser then loads them in parallel with the entry
 * instead of one import after another. The login needs none of them and uses the plain index. `pages/files.json` holds the
 * files by address, without those parts, with their sizes, for the prefetch and the bundle budget.
 */
export function pageDocuments(): Plugin {
  let base = "/";
  return {
    name: "page-documents",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") throw new Error("The build has no index.html");
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const pages = getPageFiles(chunks);
        const firstPageFiles = new Set(pages.flatMap(({ files }) => files));
        const firstViewFiles = new Set(pages.flatMap(({ firstView }) => firstView));
        for (const chunk of chunks)
          if (chunk.isEntry || firstPageFiles.has(chunk.fileName) || firstViewFiles.has(chunk.fileName))
            chunk.code = `${eagerCompileComment}\n${chunk.code}`;
        for (const { path: address, files, firstView } of pages) {
          // The page of a record has many addresses: it starts from the index.
          if (address.includes(":")) continue;
          const links = [
            ...files.map((file) => toLinkTag(`${base}${file}`)),
            ...firstView.map((file) => toLinkTag(`${base}${file}`, "low")),
          ].join("");
          const source = String(index.source).replace("</head>", `${links}</head>`);
          this.emitFile({ type: "asset", fileName: `pages${address}.html`, source });
        }
        const sizes = new Map([...firstPageFiles].map((name) => [name, estimateSentBytes(bundle[name])]));
        const source = JSON.stringify(
          pages.map(({ path: page, files }) => ({
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

interface PageFiles {
  readonly path: string;
  /** What the page needs in addition to the entry. */
  readonly files: readonly string[];
  /** What the lazy parts of its first view need in addition to that. */
  readonly firstView: readonly string[];
}

function getPageFiles(chunks: readonly Rolldown.OutputChunk[]): PageFiles[] {
  const chunkByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const consoleChunks = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(consoleModule)));
  if (consoleChunks.length === 0)
    throw new Error(`The build has no ${consoleModule}, which every page needs`);
  const entryFiles = collectFiles(entries, chunkByName);
  return chunks.flatMap((chunk) => {
    const file = chunk.facadeModuleId;
    if (!file?.endsWith(".page.tsx")) return [];
    const meta = parseMeta(file, readFileSync(file, "utf8"));
    const parts = [meta["firstView"] ?? []].flat().map((part) => {
      const module = path.join(path.dirname(file), String(part));
      const found = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (!found) throw new Error(`${file}: firstView names ${String(part)}, which is not loaded lazily`);
      return found;
    });
    const all = collectFiles([...consoleChunks, chunk], chunkByName);
    const files = [...all].filter((name) => !entryFiles.has(name));
    const firstView = [...collectFiles(parts, chunkByName)].filter(
      (name) => !entryFiles.has(name) && !all.has(name),
    );
    return [{ path: String(meta["path"]), files, firstView }];
  });
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

// The lazy parts of the first view must not delay the page itself.
// Styles are linked, not preloaded: the loader finds the links, and Chromium warns about preloads that are used late.
const toLinkTag = (address: string, priority: "auto" | "low" = "auto") =>
  address.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="${address}">`
    : `<link rel="modulepreload" href="${address}"${priority === "low" ? ' fetchpriority="low"' : ""}>`;
