/** Extensions of the files that a platform may answer without a name. */
const extensions: readonly (readonly [type: string, extension: string])[] = [
  ["csv", "csv"],
  ["ms-excel", "xls"],
  ["zip", "zip"],
  ["pdf", "pdf"],
];

/** The name of a downloaded file: as the answer has it, in either notation, or one that fits its type. */
export function readFileName(headers: Headers): string {
  const given = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  const plain = /filename="?([^";]+)/i.exec(given)?.[1];
  const type = headers.get("content-type") ?? "";
  const extension = extensions.find(([part]) => type.includes(part))?.[1] ?? "xlsx";
  return decode(encoded ?? plain ?? `export.${extension}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
