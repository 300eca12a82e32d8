import * as word from "../../../../adapters/contract/words.ts";

/** What the import of zones is given of a file: one of the two. */
interface ZoneFileContent {
  readonly fileName: string;
  readonly text?: string;
  readonly base64?: string;
}

/** Why a file cannot be sent, and what to do. */
interface ZoneFileFault {
  readonly fault: string;
}

/** The server takes no more; of bytes even less, which the call's own check tells. */
const maxKb = 900;

/** A file with its text; what is no UTF-8 text, with its bytes. A file that is too large is not read. */
export async function readZoneFile(file: File): Promise<ZoneFileContent | ZoneFileFault> {
  if (file.size > maxKb * 1024) return { fault: `文件不能超过 ${maxKb} KB，请拆分后再导入` };
  if (file.size === 0) return { fault: word.emptyFile };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { fault: "文件没有读到，可能已被移动、修改或占用，请重新选择" };
  }
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
