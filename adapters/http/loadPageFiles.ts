import * as z from "zod/mini";

const pageFile = z.object({
  /** Its path in the build. */
  name: z.string(),
  /** About its size as sent with brotli. */
  bytes: z.number(),
});
const filesSchema = z.array(z.object({ page: z.string(), files: z.array(pageFile) }));

export type PageFile = z.output<typeof pageFile>;

/**
 * The files that each page of this build needs beside the entry, by the page's address; written by
 * `build/pageDocuments.ts`. Rejects if they cannot be loaded.
 */
export async function loadPageFiles(signal: AbortSignal): Promise<ReadonlyMap<string, readonly PageFile[]>> {
  const response = await fetch("/pages/files.json", { signal });
  return new Map(filesSchema.parse(await response.json()).map(({ page, files }) => [page, files]));
}
