import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import type { logoCalls } from "../../../adapters/contract/logo.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { uploads } from "../../db/schema/upload.ts";
import { escapeXml } from "../../escapeXml.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";
import { processPicture } from "../upload/processPicture.ts";
import { saveUpload } from "../upload/saveUpload.ts";
import { parseUploadId } from "../upload/uploadUrl.ts";

const width = 960;
const height = 64;
const maxLogoSize = { width: 200, height: 44 };
const paddingX = 24;
const gap = 16;

/** Full-width characters that fit beside the logo. */
const maxNameLength = 28;
const truncateName = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

/** Renders the page header that the company's users will see: logo, name, platform. A PNG as a data URL. */
async function renderHeaderImage(logo: Buffer, companyName: string): Promise<string> {
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

export const logoHandlers: Handlers<typeof logoCalls> = {
  logoUpload: {
    prepare: async ({ file }) => {
      const picture = await processPicture(file);
      return async (_input, call) => {
        return { url: await saveUpload(call, "picture", picture) };
      };
    },
  },
  logoDetail: async ({ params }, { db }) => toLogoDetail(await getCompany(db, params.id)),
  logoPreview: {
    prepare: async ({ body: { companyId, url } }, { db }) => {
      const { name } = await getCompany(db, companyId);
      const image = await renderHeaderImage(await getPictureBytes(db, url), name);
      return async (_input, call) => {
        const { version } = await setLogo(call, companyId, url, "draft");
        return { image, version };
      };
    },
  },
  logoSubmit: async ({ params, body }, call) => {
    await getPictureBytes(call.db, body.url);
    return toLogoDetail(await setLogo(call, params.id, body.url, "submitted"));
  },
};

const toLogoDetail = ({ id, name, logoUrl, logoStatus, version }: CompanyRecord) => ({
  companyId: id,
  companyName: name,
  url: logoUrl,
  status: logoStatus,
  version,
});

async function getPictureBytes(db: Db, url: string): Promise<Buffer> {
  const [upload] = await db
    .select({ bytes: uploads.bytes })
    .from(uploads)
    .where(and(eq(uploads.id, parseUploadId(url)), eq(uploads.purpose, "picture")));
  return requireRecord(upload, "图片").bytes;
}

/** Sets the company's logo, as a draft or submitted, and fills the audit row. */
async function setLogo(
  call: Call,
  companyId: string,
  logoUrl: string,
  logoStatus: "draft" | "submitted",
): Promise<CompanyRecord> {
  const company = await lockCompany(call.db, companyId);
  const patch = { logoUrl, logoStatus, version: company.version + 1, updatedAt: call.now };
  await call.db.update(companies).set(patch).where(eq(companies.id, companyId));
  call.audit({
    entityId: companyId,
    before: { logoUrl: company.logoUrl, logoStatus: company.logoStatus },
    after: { logoUrl, logoStatus },
  });
  return { ...company, ...patch };
}
