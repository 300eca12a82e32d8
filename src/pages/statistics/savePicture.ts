import { saveFile } from "../../ui/saveFile.ts";
import { type ChartScheme, chartColors } from "./chartColors.ts";

interface Picture {
  /** At twice its size on the screen. */
  readonly canvas: HTMLCanvasElement;
  readonly title: string;
  /** The conditions, and on a map where its borders are from. */
  readonly notes: readonly string[];
  readonly legend: readonly { readonly label: string; readonly color: string }[];
  readonly scheme: ChartScheme;
  readonly fontFamily: string;
}

const scale = 2;
const margin = 16;
const lineHeight = 22;

/** Saves a chart as a PNG with title, legend and conditions. */
export async function savePicture({
  canvas,
  title,
  notes,
  legend,
  scheme,
  fontFamily,
}: Picture): Promise<void> {
  const colors = chartColors[scheme];
  const headLines = 1 + (legend.length > 0 ? 1 : 0);
  const picture = document.createElement("canvas");
  picture.width = canvas.width + 2 * margin * scale;
  picture.height = canvas.height + (2 * margin + (headLines + notes.length) * lineHeight) * scale;
  const context = picture.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, picture.width, picture.height);
  context.scale(scale, scale);
  context.textBaseline = "middle";
  const write = (text: string, x: number, line: number, style: string, color: string) => {
    context.font = `${style} ${fontFamily}`;
    context.fillStyle = color;
    context.fillText(text, x, margin + (line + 0.5) * lineHeight);
    return x + context.measureText(text).width;
  };
  write(title, margin, 0, "600 16px", colors.title);
  let x = margin;
  for (const { label, color } of legend) {
    context.fillStyle = color;
    context.fillRect(x, margin + 1.5 * lineHeight - 5, 10, 10);
    x = write(label, x + 14, 1, "12px", colors.text) + 16;
  }
  const top = margin + headLines * lineHeight;
  context.drawImage(canvas, margin, top, canvas.width / scale, canvas.height / scale);
  const firstNote = headLines + canvas.height / scale / lineHeight;
  for (const [index, note] of notes.entries()) write(note, margin, firstNote + index, "12px", colors.text);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the picture could not be encoded");
  saveFile(blob, `${title.replaceAll(/[\\/:*?"<>|]/g, "_")}.png`);
}
