/** The URL of an upload. */
export const toUploadUrl = (id: string) => `/uploads/${id}`;

/** The id in the URL of an upload. */
export const parseUploadId = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** Generates a random id of at most 19 digits and 62 bits: a picture is protected only by its URL. */
export function generateUploadId(randomBytes: (count: number) => Buffer): string {
  const bits = randomBytes(8).readBigUInt64BE() >> 2n;
  return String(bits + (1n << 62n));
}
