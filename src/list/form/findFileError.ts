import { formatBytes } from "../../ui/format/formatBytes.ts";
import type { FormField } from "./formConfig.ts";

type FileRules = Pick<Extract<FormField, { kind: "file" }>, "accept" | "maxBytes" | "hint">;

/** Why the file is not accepted; null if it is. The server checks its content. */
export function findFileError(
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  { accept, maxBytes, hint }: FileRules,
): string | null {
  // Browsers report no media type for unknown formats: those are matched by extension.
  const isAccepted = accept.some(
    (accepted) => accepted === type || (accepted.startsWith(".") && name.toLowerCase().endsWith(accepted)),
  );
  if (!isAccepted) return `请选择符合要求的文件：${hint}`;
  if (size === 0) return `「${name}」是空文件，请重新选择`;
  if (size <= maxBytes) return null;
  return `「${name}」有 ${formatBytes(size)}，请选择不超过 ${maxBytes / 1024 / 1024} MB 的文件`;
}
