const code = () => import("js-md5");

/** Fetches the hash's code ahead of its use; should that fail, the use says so. */
export const fetchMd5 = (): void => void code().catch(() => {});

/** The MD5 of a password as lower-case hex, as the server expects it; rejects where its code cannot be fetched. */
export async function md5Of(password: string): Promise<string> {
  const { md5 } = await code();
  return md5(password);
}
