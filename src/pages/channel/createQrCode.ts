import { toCanvas } from "qrcode";

interface QrCode {
  /** As a data URL, to be shown. */
  readonly dataUrl: string;
  /** As a PNG file, to be kept. */
  readonly file: Blob;
}

/** Large enough to be printed. */
const widthPx = 1024;

/** A QR code, dark on light whatever the theme: scanners need it so. */
export async function createQrCode(text: string): Promise<QrCode> {
  const canvas = document.createElement("canvas");
  await toCanvas(canvas, text, { width: widthPx, margin: 4, errorCorrectionLevel: "M" });
  const file = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas gave no picture"))));
  });
  return { dataUrl: canvas.toDataURL(), file };
}
