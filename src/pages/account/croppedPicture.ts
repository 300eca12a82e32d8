/** The part of a picture that is cut out, in its own pixels. */
export interface Cut {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const longestEdgePx = 800;

/** The cut-out part as PNG, at most 800 pixels on its longer edge. */
export async function croppedPicture(source: string, cut: Cut): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const scale = Math.min(1, longestEdgePx / Math.max(cut.width, cut.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(cut.width * scale));
  canvas.height = Math.max(1, Math.round(cut.height * scale));
  const context = canvas.getContext("2d");
  context?.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error("the picture could not be cut"))),
      "image/png",
    );
  });
}
