/** Integers of 16 digits and more as texts: as numbers they lose digits. Texts and fractions stay as they are. */
export const quoteLongIntegers = (json: string): string =>
  json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (part) =>
    /^-?\d{16,}$/.test(part) ? `"${part}"` : part,
  );
