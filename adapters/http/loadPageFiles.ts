import * as z from "zod/mini";
import { toServerPath } from "./basePath.ts";

const pageFile = z.object({
  /** Path in the build. */
  name: z.string(),
  /** Approximate size with brotli. */
  bytes: z.number(),
});
const filesSchema = z.array(z.object({ page: z.string(), files: z.array(pageFile) }));

export type PageFile = z.output<typeof pageFile>;

/**
 * Loads the list of files that each page needs in addition to the entry, keyed by page address;
 * `build/pageDocuments.ts` writes it. Rejects if it cannot be loaded.
 */
export async function loadPageFiles(signal: AbortSignal): Promise<ReadonlyMap<string, readonly PageFile[]>> {
  const response = await fetch(toServerPath("/pages/files.json"), { signal });
  return new Map(filesSchema.parse(await response.json()).map(({ page, files }) => [page, files]));
}
