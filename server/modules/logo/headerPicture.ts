import sharp from "sharp";

const width = 960;
const height = 64;
const logoBox = { width: 200, height: 44 };
const left = 24;
const gap = 16;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

/** Full-width characters that fit beside the logo. */
const longestName = 28;
const shown = (name: string) => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);

/** The head of the company's own pages, as its people will see it: logo, name, platform. A PNG as a data URL. */
export async function headerPicture(logo: Buffer, companyName: string): Promise<string> {
  const fitted = await sharp(logo)
    .resize({ ...logoBox, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const textLeft = left + fitted.info.width + gap;
  const header = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#304156"/>
    <g font-family="Noto Sans CJK SC, Source Han Sans SC, WenQuanYi Micro Hei, sans-serif" fill="#ffffff">
      <text x="${textLeft}" y="40" font-size="20" font-weight="600">${escaped(shown(companyName))}</text>
      <text x="${width - left}" y="39" font-size="14" fill="#bfcbd9" text-anchor="end">低空服务平台</text>
    </g>
  </svg>`;
  const picture = await sharp(Buffer.from(header))
    .composite([{ input: fitted.data, left, top: Math.round((height - fitted.info.height) / 2) }])
    .png()
    .toBuffer();
  return `data:image/png;base64,${picture.toString("base64")}`;
}
