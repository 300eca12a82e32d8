import { voucherMaxBytes } from "../../../adapters/contract/orderPay.ts";
import { Refusal, type UploadedFile } from "../../call.ts";
import { pictureOf } from "../upload/picture.ts";

export interface Voucher {
  readonly contentType: "image/webp" | "application/pdf";
  readonly bytes: Buffer;
  /** 0 × 0 for a PDF. */
  readonly width: number;
  readonly height: number;
}

/** A bank's receipt has to stay legible. */
const forVouchers = { maxBytes: voucherMaxBytes, longestSide: 2400 };

const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString("latin1") === "%PDF-";
// A reader looks for the end of a PDF in its last kilobyte.
const endsAsPdf = (bytes: Buffer) => bytes.subarray(-1024).includes("%%EOF");

/** An uploaded voucher by its content: a whole PDF as it is, a picture re-encoded. Refusals say why. */
export async function voucherOf(file: UploadedFile): Promise<Voucher> {
  const { bytes, truncated } = file;
  if (truncated || bytes.length > voucherMaxBytes) throw new Refusal("文件不能超过 10 MB，请压缩后重新上传");
  if (!beginsAsPdf(bytes)) return pictureOf(file, forVouchers);
  if (!endsAsPdf(bytes)) throw new Refusal("PDF 文件不完整，请重新选择文件");
  return { contentType: "application/pdf", bytes, width: 0, height: 0 };
}
