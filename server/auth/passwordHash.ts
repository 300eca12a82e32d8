import { hash, verify } from "@node-rs/argon2";

/** argon2id (19 MiB, 2 passes) over the MD5 that comes over the wire. */
export const hashPassword = (md5: string): Promise<string> => hash(md5);

/** Whether the MD5 is the one that was hashed. */
export const verifyPassword = (passwordHash: string, md5: string): Promise<boolean> =>
  verify(passwordHash, md5);

let dummyHash: Promise<string> | undefined;

/** Takes as long as a real check, for phone numbers that nobody has. */
export async function dummyVerify(md5: string): Promise<false> {
  dummyHash ??= hashPassword("nobody's");
  await verify(await dummyHash, md5);
  return false;
}
