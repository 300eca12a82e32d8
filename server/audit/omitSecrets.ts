const secretKeyPattern = /^(.*password.*|token|uToken|.*tokenHash|secret|secretSealed|captcha)$/i;

/** A record as JSON without what nobody may read later, at any depth: passwords, tokens, secrets. */
export function omitSecrets(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (isSecret(key, inner) ? undefined : inner)),
  );
}

// A password's age or weakness is no secret, and an index of an array never is.
const isSecret = (key: string, inner: unknown) =>
  secretKeyPattern.test(key) && typeof inner === "string" && !isInstant(inner);
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);
