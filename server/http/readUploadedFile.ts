import type {} from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { logoMaxBytes } from "../../adapters/contract/logo.ts";
import type { UploadedFile } from "../call.ts";
import { ValidationError } from "./validationError.ts";

/**
 * An upload with a larger content length is rejected unread. What is not much larger than its call permits is read, so
 * that the call defines what is permitted.
 */
const getMaxRequestBytes = (maxBytes: number) => Math.max(16 * 1024 * 1024, maxBytes * 1.5);

/** Reads the one file of a multipart call into memory, truncated at `maxBytes`. */
export async function readUploadedFile(
  request: FastifyRequest,
  maxBytes = logoMaxBytes,
): Promise<UploadedFile> {
  if (Number(request.headers["content-length"]) > getMaxRequestBytes(maxBytes))
    throw new PayloadTooLargeError();
  if (!request.isMultipart()) throw new ValidationError([{ path: "file", message: "请选择文件" }]);
  try {
    const part = await request.file({
      limits: { fileSize: maxBytes, files: 1 },
      throwFileSizeLimit: false,
    });
    if (part?.fieldname !== "file") throw new ValidationError([{ path: "file", message: "请选择文件" }]);
    return { bytes: await part.toBuffer(), truncated: part.file.truncated };
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw new ValidationError([{ path: "file", message: "上传内容不完整，请重新选择文件" }]);
  }
}

class PayloadTooLargeError extends Error {
  readonly statusCode = 413;
}
