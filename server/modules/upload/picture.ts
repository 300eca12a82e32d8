import sharp from "sharp";
import { logoMaxBytes } from "../../../adapters/contract/logo.ts";
import { Refusal, type UploadedFile } from "../../call.ts";

/** A picture as it is kept: decoded and written anew, so that nothing else comes along with it. */
export interface Picture {
  readonly contentType: "image/webp";
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the largest picture that is decoded; a few kilobytes can claim to be gigapixels. */
const mostPixels = 25_000_000;
const forLogos = { maxBytes: logoMaxBytes, longestSide: 1024 };

const begins = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;

/** By content, never by name: SVG and whatever else sharp can read do not reach a decoder. */
const isTaken = (bytes: Buffer) =>
  begins(bytes, "89504e470d0a1a0a") ||
  begins(bytes, "ffd8ff") ||
  (begins(bytes, "52494646") && begins(bytes, "57454250", 8));

/** Checks an uploaded picture and re-encodes it, upright and without its metadata; refusals say why. */
export async function pictureOf(
  { bytes, truncated }: UploadedFile,
  { maxBytes, longestSide } = forLogos,
): Promise<Picture> {
  if (truncated || bytes.length > maxBytes)
    throw new Refusal(`图片不能超过 ${maxBytes / 1024 / 1024} MB，请压缩后重新上传`);
  if (!isTaken(bytes)) throw new Refusal("仅支持 PNG、JPEG、WebP 格式的图片");
  const decoder = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
  try {
    const { data, info } = await decoder
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 92, alphaQuality: 100 })
      .toBuffer({ resolveWithObject: true });
    return { contentType: "image/webp", bytes: data, width: info.width, height: info.height };
  } catch (fault) {
    if (/pixel limit/i.test(String(fault))) throw new Refusal("图片尺寸过大，请缩小后重新上传");
    throw new Refusal("图片已损坏或无法读取，请更换图片");
  }
}
