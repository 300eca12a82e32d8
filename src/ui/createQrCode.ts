import { toCanvas } from "qrcode";

export interface QrCode {
  /** Data URL to display. */
  readonly dataUrl: string;
  /** PNG file to download. */
  readonly file: Blob;
}

/** Large enough for printing. */
const widthPx = 1024;

/** Draws a text as a QR code. Always dark on light, whatever the theme: scanners need it. */
export async function createQrCode(text: string): Promise<QrCode> {
  const canvas = document.createElement("canvas");
  await toCanvas(canvas, text, { width: widthPx, margin: 4, errorCorrectionLevel: "M" });
  const file = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas returned no image"))));
  });
  return { dataUrl: canvas.toDataURL(), file };
}
