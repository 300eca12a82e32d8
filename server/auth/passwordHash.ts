import { hash, verify } from "@node-rs/argon2";

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id over a password's lower-case MD5, the only form it has on the wire. */
export const hashPassword = (md5: string): Promise<string> => hash(md5, cost);

/** Whether the MD5 is the one that was hashed. */
export const passwordMatches = (passwordHash: string, md5: string): Promise<boolean> =>
  verify(passwordHash, md5);
