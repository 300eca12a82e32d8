import sharp from "sharp";

export type CoverScene =
  | "pylons"
  | "panels"
  | "pipeline"
  | "fields"
  | "city"
  | "hills"
  | "water"
  | "cloud"
  | "device";

const width = 480;
const height = 320;

/** Numbers 0 to n - 1. */
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

/** Hue of each scene's sky, in degrees. */
const hues: Readonly<Record<CoverScene, number>> = {
  pylons: 212,
  panels: 36,
  pipeline: 18,
  fields: 96,
  city: 228,
  hills: 150,
  water: 190,
  cloud: 204,
  device: 262,
};

const drawDrone = (x: number, y: number, size: number) => `
  <g transform="translate(${x} ${y}) scale(${size})" fill="#ffffff">
    <rect x="-16" y="-7" width="32" height="14" rx="6"/>
    <path d="M-46 -12 L-10 -2 M46 -12 L10 -2 M-10 4 L-16 16 M10 4 L16 16" stroke="#ffffff" stroke-width="4" stroke-linecap="round"/>
    <ellipse cx="-46" cy="-14" rx="22" ry="3.5" opacity=".85"/><ellipse cx="46" cy="-14" rx="22" ry="3.5" opacity=".85"/>
  </g>`;

const drawRidge = (points: string, opacity: number) =>
  `<path d="M0 ${height} ${points} L${width} ${height} Z" fill="#0b2239" opacity="${opacity}"/>`;
const drawGround = (y: number) =>
  `<rect y="${y}" width="${width}" height="${height - y}" fill="#0b2239" opacity=".35"/>`;

const scenes: Readonly<Record<CoverScene, (variant: number) => string>> = {
  pylons: (variant) =>
    drawGround(262) +
    range(3)
      .map((n) => {
        const x = 90 + n * 150 + variant * 9;
        return `<path d="M${x - 22} 280 L${x} 130 L${x + 22} 280 M${x - 34} 160 H${x + 34} M${x - 28} 190 H${x + 28}" stroke="#0b2239" stroke-width="5" fill="none" opacity=".7"/>`;
      })
      .join("") +
    [160, 190]
      .map(
        (y) =>
          `<path d="M0 ${y + 14} Q240 ${y + 34} ${width} ${y + 10}" stroke="#0b2239" stroke-width="2" fill="none" opacity=".55"/>`,
      )
      .join(""),
  panels: (variant) =>
    range(3)
      .flatMap((row) =>
        range(7).map(
          (n) =>
            `<path d="M${n * 78 - 40 + row * 18 + variant * 5} ${214 + row * 36} h64 l-12 28 h-64 Z" fill="#16335c" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.5"/>`,
        ),
      )
      .join(""),
  pipeline: (variant) =>
    drawRidge("L0 250 Q120 216 240 246 T480 236", 0.3) +
    `<path d="M-10 ${286 - variant * 2} Q140 236 260 270 T490 244" stroke="#0b2239" stroke-width="16" fill="none" opacity=".75"/>` +
    `<path d="M-10 ${281 - variant * 2} Q140 231 260 265 T490 239" stroke="#ffffff" stroke-width="3" fill="none" opacity=".4"/>`,
  fields: (variant) =>
    range(6)
      .map(
        (n) =>
          `<path d="M${n * 96 - 60 + variant * 7} ${height} L${n * 50 + 110} 214 h26 L${n * 96 + variant * 7} ${height} Z" fill="#0b2239" opacity="${0.18 + (n % 2) * 0.16}"/>`,
      )
      .join(""),
  city: (variant) =>
    range(9)
      .map((n) => {
        const tall = 60 + ((n * 37 + variant * 23) % 90);
        return `<rect x="${n * 56 - 8}" y="${height - tall}" width="44" height="${tall}" fill="#0b2239" opacity="${0.4 + (n % 3) * 0.12}"/>`;
      })
      .join(""),
  hills: (variant) =>
    drawRidge(`L0 230 L110 ${150 + variant * 3} L210 226 L320 ${160 - variant * 2} L480 244`, 0.3) +
    drawRidge("L0 270 L150 210 L270 262 L390 222 L480 268", 0.45),
  water: (variant) =>
    range(4)
      .map(
        (n) =>
          `<path d="M0 ${230 + n * 24} q30 ${-14 - variant} 60 0 t60 0 60 0 60 0 60 0 60 0 60 0 60 0" stroke="#ffffff" stroke-width="5" fill="none" opacity="${0.55 - n * 0.1}"/>`,
      )
      .join(""),
  cloud: (variant) =>
    `<g fill="#ffffff" opacity=".85"><circle cx="200" cy="222" r="42"/><circle cx="252" cy="204" r="56"/><circle cx="308" cy="226" r="38"/><rect x="166" y="222" width="176" height="44" rx="22"/></g>` +
    range(3 + (variant % 2))
      .map((n) => `<rect x="214" y="${232 + n * 11}" width="80" height="5" rx="2.5" fill="#2c6fb7"/>`)
      .join(""),
  device: (variant) =>
    drawGround(272) +
    `<g fill="#0b2239" opacity=".8"><rect x="${150 + variant * 4}" y="216" width="180" height="64" rx="10"/><path d="M${150 + variant * 4} 216 l26 -30 h128 l26 30 Z" opacity=".7"/></g>` +
    `<circle cx="${306 + variant * 4}" cy="248" r="6" fill="#6ff0a5"/>`,
};

/** Draws a cover without text, deterministic by scene and variant: a WebP of 480 × 320. */
export async function drawGoodsCover(
  scene: CoverScene,
  variant: number,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const hue = hues[scene] + variant * 6;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 62% 42%)"/><stop offset="1" stop-color="hsl(${hue + 14} 70% 76%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${400 - variant * 30}" cy="70" r="30" fill="#ffffff" opacity=".35"/>
    ${scenes[scene](variant)}
    ${drawDrone(190 + variant * 34, 92 + (variant % 2) * 18, 1.15)}
  </svg>`;
  const bytes = await sharp(Buffer.from(picture)).webp({ quality: 80, effort: 2 }).toBuffer();
  return { bytes, width, height };
}
