/**
 * A random id of 32 hexadecimal digits. `crypto.randomUUID` exists only over HTTPS and on localhost, and a console in an
 * office network may have neither.
 */
export const createRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
