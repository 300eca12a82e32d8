const importMd5 = () => import("js-md5");

/** Fetches the hash's code ahead of its use; should that fail, the use says so. */
export const preloadMd5 = (): void => void importMd5().catch(() => {});

/** The MD5 of a password as lower-case hex, as the server expects it; rejects where its code cannot be fetched. */
export async function hashMd5(password: string): Promise<string> {
  const { md5 } = await importMd5();
  return md5(password);
}
