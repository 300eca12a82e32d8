import { and, eq } from "drizzle-orm";
import type { logoCalls } from "../../../adapters/contract/logo.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { uploads } from "../../db/schema/upload.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { liveCompany, lockCompany } from "../company/liveCompany.ts";
import { found } from "../refusing.ts";
import { keepUpload } from "../upload/keptUpload.ts";
import { pictureOf } from "../upload/picture.ts";
import { uploadIdIn } from "../upload/uploadUrl.ts";

import { headerPicture } from "./headerPicture.ts";

export const logoHandlers: Handlers<typeof logoCalls> = {
  logoUpload: {
    prepare: async ({ file }) => {
      const picture = await pictureOf(file);
      return async (_input, call) => {
        return { url: await keepUpload(call, "picture", picture) };
      };
    },
  },
  logoDetail: async ({ params }, { db }) => detailOf(await liveCompany(db, params.id)),
  logoPreview: {
    prepare: async ({ body: { companyId, url } }, { db }) => {
      const { name } = await liveCompany(db, companyId);
      const image = await headerPicture(await uploaded(db, url), name);
      return async (_input, call) => {
        const { version } = await setLogo(call, companyId, url, "draft");
        return { image, version };
      };
    },
  },
  logoSubmit: async ({ params, body }, call) => {
    await uploaded(call.db, body.url);
    return detailOf(await setLogo(call, params.id, body.url, "submitted"));
  },
};

const detailOf = ({ id, name, logoUrl, logoStatus, version }: CompanyRecord) => ({
  companyId: id,
  companyName: name,
  url: logoUrl,
  status: logoStatus,
  version,
});

async function uploaded(db: Db, url: string): Promise<Buffer> {
  const [upload] = await db
    .select({ bytes: uploads.bytes })
    .from(uploads)
    .where(and(eq(uploads.id, uploadIdIn(url)), eq(uploads.purpose, "picture")));
  return found(upload, "图片").bytes;
}

/** Puts the picture on the company, as a draft or for good, and tells the audit trail. */
async function setLogo(
  call: Call,
  companyId: string,
  logoUrl: string,
  logoStatus: "draft" | "submitted",
): Promise<CompanyRecord> {
  const company = await lockCompany(call.db, companyId);
  const next = { logoUrl, logoStatus, version: company.version + 1, updatedAt: call.now };
  await call.db.update(companies).set(next).where(eq(companies.id, companyId));
  call.audit({
    entityId: companyId,
    before: { logoUrl: company.logoUrl, logoStatus: company.logoStatus },
    after: { logoUrl, logoStatus },
  });
  return { ...company, ...next };
}
