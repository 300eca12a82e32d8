import { type UnzipFileFilter, unzipSync } from "fflate";

/** A KMZ that holds no KML, several of them, or one that is too large; the message is for the user. */
export class KmzError extends Error {
  override readonly name = "KmzError";
}

/** Whether a file is a ZIP archive, as a KMZ is one. */
export const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;

/**
 * The KML of a KMZ.
 * @param maxBytes largest KML
 * @throws KmzError
 */
export function unzipKml(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const names: string[] = [];
  let isTooLarge = false;
  const files = unzip(bytes, ({ name, originalSize }) => {
    if (!name.toLowerCase().endsWith(".kml") || isHidden(name)) return false;
    names.push(name);
    isTooLarge ||= originalSize > maxBytes;
    return !isTooLarge && names.length === 1;
  });
  const [name = ""] = names;
  if (names.length === 0) throw new KmzError("压缩包中没有 KML 文件，请选择 KML 或 KMZ 文件");
  if (names.length > 1)
    throw new KmzError(
      `KMZ 中有 ${names.length} 个 KML 文件（${names.slice(0, 3).join("、")} 等），请解压后分别导入`,
    );
  const kml = files[name];
  if (!kml) throw new KmzError(`KMZ 中的 KML 超过 ${Math.round(maxBytes / 1024 / 1024)} MB，请拆分后再导入`);
  return kml;
}

/** What macOS and others add to an archive beside its files. */
const isHidden = (name: string): boolean =>
  name.startsWith("__MACOSX/") || (name.split("/").at(-1) ?? "").startsWith(".");

function unzip(bytes: Uint8Array, filter: UnzipFileFilter) {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new KmzError("KMZ 已损坏或不完整，请重新导出");
  }
}
