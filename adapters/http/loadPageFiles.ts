import * as z from "zod/mini";

const filesSchema = z.array(z.object({ page: z.string(), files: z.array(z.string()) }));

/**
 * The files that each page of this build is made of beside the entry, by the page's address; written by
 * `build/pageDocuments.ts`. Rejects where they cannot be had.
 */
export async function loadPageFiles(signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
  const response = await fetch("/pages/files.json", { signal });
  return new Map(filesSchema.parse(await response.json()).map(({ page, files }) => [page, files]));
}
