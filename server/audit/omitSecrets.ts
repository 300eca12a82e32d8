const secretKeyPattern = /^(.*password.*|token|uToken|.*tokenHash|secret|secretSealed|captcha)$/i;

/** Copies a record as JSON without passwords, tokens and secrets, at any depth. */
export function omitSecrets(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (isSecret(key, inner) ? undefined : inner)),
  );
}

// A password's age (an instant) and weakness (a boolean) are not secret.
const isSecret = (key: string, inner: unknown) =>
  secretKeyPattern.test(key) && typeof inner === "string" && !isInstant(inner);
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);
