import sharp from "sharp";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import type { uploadCalls } from "../../../adapters/contract/upload.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

async function createPng(): Promise<Blob> {
  const image = sharp({ create: { width: 40, height: 20, channels: 3, background: "#1d3f72" } });
  return new Blob([Uint8Array.from(await image.png().toBuffer())], { type: "image/png" });
}

async function uploadLogo({ ctx }: SampleContext): Promise<string> {
  const headers = await openSession(ctx.platform, ctx.staff.operator.id);
  const response = await injectCall(ctx.app, logoCalls.logoUpload, { file: await createPng() }, headers);
  return (response.body.data as { url: string }).url;
}

export const logoSamples: Samples<typeof logoCalls> = {
  logoUpload: {
    role: "operator",
    args: async () => ({ file: await createPng() }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
  logoDetail: {
    role: "finance",
    args: async (context) => ({ params: { id: (await context.getCompany()).id } }),
    invalid: { args: { params: { id: "abc" } }, path: "id" },
  },
  logoPreview: {
    role: "operator",
    args: async (context) => ({
      body: { companyId: (await context.getCompany()).id, url: await uploadLogo(context) },
    }),
    invalid: { args: { body: { companyId: "1", url: "https://elsewhere.example/x.png" } }, path: "url" },
  },
  logoSubmit: {
    role: "operator",
    args: async (context) => ({
      params: { id: (await context.getCompany()).id },
      body: { url: await uploadLogo(context), requestId: context.nextRequestId() },
    }),
    invalid: { args: { params: { id: "1" }, body: { url: "/uploads/../secret" } }, path: "url" },
  },
};

export const uploadSamples: Samples<typeof uploadCalls> = {
  uploadAddress: {
    role: "finance",
    args: async (context) => ({ params: { id: (await uploadLogo(context)).replace("/uploads/", "") } }),
    invalid: { args: { params: { id: "abc" } }, path: "id" },
  },
};
