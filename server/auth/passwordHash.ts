import { hash, verify } from "@node-rs/argon2";

/** argon2id (19 MiB, 2 passes) of the MD5 that the client sends. */
export const hashPassword = (md5: string): Promise<string> => hash(md5);

/**
 * argon2id (1 MiB, 1 pass) of a generated password: it has 50 bits of chance, so that no list of likely passwords helps,
 * and thousands are hashed in seconds.
 */
export const hashGeneratedPassword = (md5: string): Promise<string> =>
  hash(md5, { memoryCost: 1_024, timeCost: 1 });

/** Whether the MD5 matches the hash. */
export const verifyPassword = (passwordHash: string, md5: string): Promise<boolean> =>
  verify(passwordHash, md5);

let dummyHash: Promise<string> | undefined;

/** Takes as long as a real check, so that timing does not reveal which phone numbers exist. */
export async function dummyVerify(md5: string): Promise<false> {
  dummyHash ??= hashPassword("nobody's");
  await verify(await dummyHash, md5);
  return false;
}
