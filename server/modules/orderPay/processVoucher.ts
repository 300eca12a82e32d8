import { voucherMaxBytes } from "../../../adapters/contract/orderPay.ts";
import { RefusalError, type UploadedFile } from "../../call.ts";
import { processPicture } from "../upload/processPicture.ts";

export interface Voucher {
  readonly contentType: "image/webp" | "application/pdf";
  readonly bytes: Buffer;
  /** 0 × 0 for a PDF. */
  readonly width: number;
  readonly height: number;
}

/** A bank's receipt has to stay legible. */
const voucherLimits = { maxBytes: voucherMaxBytes, maxSide: 2400 };

const hasPdfHeader = (bytes: Buffer) => bytes.subarray(0, 5).toString("latin1") === "%PDF-";
// A reader looks for the end of a PDF in its last kilobyte.
const hasPdfTrailer = (bytes: Buffer) => bytes.subarray(-1024).includes("%%EOF");

/** An uploaded voucher by its content: a whole PDF as it is, a picture re-encoded. Refusals say why. */
export async function processVoucher(file: UploadedFile): Promise<Voucher> {
  const { bytes, truncated } = file;
  if (truncated || bytes.length > voucherMaxBytes)
    throw new RefusalError("文件不能超过 10 MB，请压缩后重新上传");
  if (!hasPdfHeader(bytes)) return processPicture(file, voucherLimits);
  if (!hasPdfTrailer(bytes)) throw new RefusalError("PDF 文件不完整，请重新选择文件");
  return { contentType: "application/pdf", bytes, width: 0, height: 0 };
}
