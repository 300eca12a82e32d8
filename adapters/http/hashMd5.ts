const importMd5 = () => import("js-md5");

/** Preloads the code of MD5; `hashMd5` retries and reports a failure. */
export const preloadMd5 = (): void => void importMd5().catch(() => {});

/** The MD5 of a password in lower-case hex, as the server expects it; rejects if its code does not load. */
export async function hashMd5(password: string): Promise<string> {
  const { md5 } = await importMd5();
  return md5(password);
}
