import { RefusalError } from "../errors.ts";

const maxUnpackedBytes = 32 * 1024 * 1024;
const directoryEntry = "PK\u0001\u0002";

/**
 * Refuses an Excel file that would unpack to more than 32 MB, by the directory of its zip archive. An entry that names
 * no size is refused too: readers unpack it without a limit.
 */
export function assertSmallSheet(bytes: Buffer): void {
  let total = 0;
  let hidesSize = false;
  for (let at = bytes.indexOf(directoryEntry, 0, "latin1"); at >= 0; ) {
    if (at + 28 <= bytes.length) {
      // Offsets of the compressed and the unpacked size: APPNOTE 4.3.12.
      const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
      total += unpacked;
      // Two bytes are an empty entry.
      hidesSize ||= unpacked === 0 && packed > 2;
    }
    at = bytes.indexOf(directoryEntry, at + 4, "latin1");
  }
  if (hidesSize || total > maxUnpackedBytes) throw new RefusalError("文件内容过多，请拆分后再导入");
}
