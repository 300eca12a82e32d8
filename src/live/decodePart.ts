/** The text of an encoded part of an address; empty for what is none. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
