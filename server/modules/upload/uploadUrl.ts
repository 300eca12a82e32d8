/** Where a kept picture is served from. */
export const toUploadUrl = (id: string) => `/uploads/${id}`;

/** The id in such an address. */
export const parseUploadId = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** A random id of 19 digits at most and 62 bits: the picture's address is all that protects it. */
export function generateUploadId(randomBytes: (count: number) => Buffer): string {
  const bits = randomBytes(8).readBigUInt64BE() >> 2n;
  return String(bits + (1n << 62n));
}
