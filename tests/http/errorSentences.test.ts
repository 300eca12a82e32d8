import { expect, test } from "vitest";
import type { ErrorKind } from "../../adapters/http/callError.ts";
import { AuthError, type AuthErrorReason } from "../../server/http/authError.ts";
import { toErrorMessage } from "../../src/app/toErrorMessage.ts";

const reasons: Record<AuthErrorReason, true> = {
  missing: true,
  unknown: true,
  expired: true,
  elsewhere: true,
  ended: true,
  forced: true,
  unusable: true,
  role: true,
  initialPassword: true,
  secondFactor: true,
  unsigned: true,
  clock: true,
  signature: true,
  keyRevoked: true,
  keyExpired: true,
  replayed: true,
  screenRevoked: true,
  screenUnknown: true,
  linkSpent: true,
  linkExpired: true,
  linkUnknown: true,
  foreignOrigin: true,
};
/** False: the specification fixes the sentence, or the console does what is next by itself. */
const kinds: Record<ErrorKind, boolean> = {
  offline: true,
  timeout: true,
  cancelled: true,
  noSession: true,
  unauthorized: true,
  expired: true,
  userUnusable: false,
  forbidden: true,
  captcha: true,
  code: true,
  notFound: false,
  invalid: true,
  initialPassword: true,
  secondFactor: true,
  refused: true,
  conflict: true,
  tooLarge: true,
  tooMany: true,
  commitUnknown: true,
  unavailable: true,
  server: true,
  contract: true,
  unsupported: true,
};

test("each sentence of a refused call says what to do next", () => {
  // Object.keys loses the names.
  const texts = (Object.keys(reasons) as AuthErrorReason[]).map((key) => new AuthError(key).response.message);
  for (const [kind, isAsked] of Object.entries(kinds))
    if (isAsked) texts.push(toErrorMessage({ kind, message: "" }));
  expect(texts.filter((text) => !/请|才能/.test(text))).toEqual([]);
});
