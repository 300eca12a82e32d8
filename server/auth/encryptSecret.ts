import { createCipheriv, createDecipheriv } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Returns base64url of nonce, tag and ciphertext. The nonce must be random: a reused one reveals both texts. */
export function encryptSecret(key: Buffer, randomBytes: (count: number) => Buffer, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** Reverses `encryptSecret`; throws if the key differs or a byte has changed. */
export function decryptSecret(key: Buffer, encrypted: string): string {
  const bytes = Buffer.from(encrypted, "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
    // Shorter tags, which are easier to guess, would be accepted without it.
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
}
