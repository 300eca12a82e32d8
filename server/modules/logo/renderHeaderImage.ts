import sharp from "sharp";

const width = 960;
const height = 64;
const maxLogoSize = { width: 200, height: 44 };
const paddingX = 24;
const gap = 16;

const xmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => xmlEscapes[character] ?? "");

/** Full-width characters that fit beside the logo. */
const maxNameLength = 28;
const truncateName = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

/** The head of the company's own pages, as its people will see it: logo, name, platform. A PNG as a data URL. */
export async function renderHeaderImage(logo: Buffer, companyName: string): Promise<string> {
  const resizedLogo = await sharp(logo)
    .resize({ ...maxLogoSize, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const textLeft = paddingX + resizedLogo.info.width + gap;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#304156"/>
    <g font-family="Noto Sans CJK SC, Source Han Sans SC, WenQuanYi Micro Hei, sans-serif" fill="#ffffff">
      <text x="${textLeft}" y="40" font-size="20" font-weight="600">${escapeXml(truncateName(companyName))}</text>
      <text x="${width - paddingX}" y="39" font-size="14" fill="#bfcbd9" text-anchor="end">低空服务平台</text>
    </g>
  </svg>`;
  const image = await sharp(Buffer.from(svg))
    .composite([
      { input: resizedLogo.data, left: paddingX, top: Math.round((height - resizedLogo.info.height) / 2) },
    ])
    .png()
    .toBuffer();
  return `data:image/png;base64,${image.toString("base64")}`;
}
