import { XMLValidator } from "fast-xml-parser";
import { invoiceFileMaxBytes, type invoiceFileTypes } from "../../../adapters/contract/invoice.ts";
import { RefusalError, type UploadedFile } from "../../call.ts";

export interface InvoiceFile {
  readonly contentType: (typeof invoiceFileTypes)[number];
  readonly bytes: Buffer;
}

/** An uploaded invoice, by its content and never by its name; refusals say why. */
export function parseInvoiceFile({ bytes, truncated }: UploadedFile): InvoiceFile {
  if (truncated || bytes.length > invoiceFileMaxBytes)
    throw new RefusalError("文件不能超过 10 MB，请压缩后重新上传");
  if (isPdf(bytes)) return { contentType: "application/pdf", bytes };
  if (isOfd(bytes)) return { contentType: "application/ofd", bytes };
  if (isXml(bytes)) return { contentType: "application/xml", bytes };
  throw new RefusalError("仅支持 PDF、OFD、XML 格式的发票文件，且文件应完整");
}

/** A reader looks for the end of a PDF in its last kilobyte. */
const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString("latin1") === "%PDF-" && bytes.subarray(-1024).includes("%%EOF");

/** GB/T 33190: a ZIP whose directory, which stands at its end, names OFD.xml. */
function isOfd(bytes: Buffer): boolean {
  if (bytes.subarray(0, 4).toString("hex") !== "504b0304") return false;
  const end = bytes.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > bytes.length) return false;
  const directory = bytes.readUInt32LE(end + 16);
  return directory < end && bytes.subarray(directory, end).includes("OFD.xml");
}

/** Well-formed, and without a document type, which could have entities. */
function isXml(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  if (!/^\ufeff?\s*<[?\w\p{Script=Han}]/u.test(text) || /<!DOCTYPE/i.test(text)) return false;
  return XMLValidator.validate(text) === true;
}
