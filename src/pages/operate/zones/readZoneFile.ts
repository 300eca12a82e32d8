/** What the import of zones is given of a file: one of the two. */
interface ZoneFileContent {
  readonly fileName: string;
  readonly text?: string;
  readonly base64?: string;
}

/** A file with its text; what is no UTF-8 text, with its bytes. */
export async function readZoneFile(file: File): Promise<ZoneFileContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fileName = file.name;
  // Text of UTF-16 is valid UTF-8, with zeros.
  if (!bytes.includes(0)) {
    try {
      return { fileName, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
    } catch {
      // Another encoding: the server reads it.
    }
  }
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { fileName, base64: btoa(binary) };
}
