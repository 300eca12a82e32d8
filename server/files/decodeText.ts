/** The start of a file, in which its XML declaration stands. */
const headBytes = 200;

/**
 * Decodes a text file: by its byte order mark, as UTF-8 where it is that, by its XML declaration, or as GB18030, in
 * which Chinese programs write. The mark is left out.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  return (
    decodeAs("utf-8", bytes) ??
    decodeAs(findDeclared(bytes) ?? "gb18030", bytes) ??
    decodeAs("gb18030", bytes) ??
    new TextDecoder().decode(bytes)
  );
}

/** UTF-16 has a byte order mark, or every other byte of its first characters is zero. */
function findUtf16([first, second, third, fourth]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0))
    return "utf-16le";
  const isBigEndian =
    (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
  return isBigEndian ? "utf-16be" : null;
}

const findDeclared = (bytes: Uint8Array): string | null =>
  /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, headBytes)),
  )?.[1] ?? null;

/** Null for bytes that are not of this encoding, or an encoding that is not known. */
function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
