/** GSM 03.38 basic character set: one septet each. */
const gsm7Basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** GSM 03.38 extension table: two septets each, an escape and a code. */
const gsm7Extension = new Set("\f^{}\\[~]|€");

/** Units in a single message, and in each part of a longer one, which also carries a header (3GPP TS 23.040). */
const partLimits = {
  gsm7: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
} as const;

/** Encoding and number of parts of a message. */
export interface SmsPartCount {
  readonly encoding: keyof typeof partLimits;
  /** Septets or UTF-16 code units. */
  readonly units: number;
  /** Messages charged; 0 for empty text. */
  readonly parts: number;
}

/** Counts the parts of a message, signature included. Escape sequences and surrogate pairs are never split. */
export function countSmsParts(content: string): SmsPartCount {
  const characters = [...content];
  const encoding = characters.every((character) => gsm7Basic.has(character) || gsm7Extension.has(character))
    ? "gsm7"
    : "ucs2";
  const sizes = characters.map((character) =>
    encoding === "ucs2" ? character.length : gsm7Extension.has(character) ? 2 : 1,
  );
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part } = partLimits[encoding];
  if (units <= single) return { encoding, units, parts: units === 0 ? 0 : 1 };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, parts };
}
