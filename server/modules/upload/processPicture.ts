import sharp from "sharp";
import { logoMaxBytes } from "../../../adapters/contract/logo.ts";
import { RefusalError } from "../../errors.ts";
import type { UploadedFile } from "../../uploadedFile.ts";

/** A picture as it is stored: decoded and re-encoded, so that it contains nothing else. */
export interface Picture {
  readonly contentType: "image/webp";
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the largest picture that is decoded; a file of a few kilobytes can declare gigapixels. */
const maxPixels = 25_000_000;
const logoLimits = {
  maxBytes: logoMaxBytes,
  maxSide: 1024,
  unsupported: "仅支持 PNG、JPEG、WebP 格式的图片",
};

const hasHexAt = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;

/** Checks the content, never the name: SVG and other formats that sharp reads must not reach a decoder. */
const isSupportedPicture = (bytes: Buffer) =>
  hasHexAt(bytes, "89504e470d0a1a0a") ||
  hasHexAt(bytes, "ffd8ff") ||
  (hasHexAt(bytes, "52494646") && hasHexAt(bytes, "57454250", 8));

/** Checks an uploaded picture and re-encodes it, upright and without metadata; refusals give the reason. */
export async function processPicture(
  { bytes, truncated }: UploadedFile,
  { maxBytes, maxSide, unsupported } = logoLimits,
): Promise<Picture> {
  if (truncated || bytes.length > maxBytes)
    throw new RefusalError(`图片不能超过 ${maxBytes / 1024 / 1024} MB，请压缩后重新上传`);
  if (!isSupportedPicture(bytes)) throw new RefusalError(unsupported);
  const decoder = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  try {
    const { data, info } = await decoder
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 92, alphaQuality: 100 })
      .toBuffer({ resolveWithObject: true });
    return { contentType: "image/webp", bytes: data, width: info.width, height: info.height };
  } catch (error) {
    if (/pixel limit/i.test(String(error))) throw new RefusalError("图片尺寸过大，请缩小后重新上传");
    throw new RefusalError("图片已损坏或无法读取，请更换图片");
  }
}
