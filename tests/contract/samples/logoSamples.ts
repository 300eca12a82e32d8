import sharp from "sharp";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import type { uploadCalls } from "../../../adapters/contract/upload.ts";
import { openSession } from "../../platform.ts";
import { send } from "../../send.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

async function picture(): Promise<Blob> {
  const made = sharp({ create: { width: 40, height: 20, channels: 3, background: "#1d3f72" } });
  return new Blob([Uint8Array.from(await made.png().toBuffer())], { type: "image/png" });
}

async function uploaded({ on }: World): Promise<string> {
  const headers = await openSession(on.platform, on.staff.operator.id);
  const answer = await send(on.app, logoCalls.logoUpload, { file: await picture() }, headers);
  return (answer.body.data as { url: string }).url;
}

export const logoSamples: Samples<typeof logoCalls> = {
  logoUpload: {
    role: "operator",
    args: async () => ({ file: await picture() }),
    bad: { args: { body: { file: "not a form" } }, path: "file" },
  },
  logoDetail: {
    role: "finance",
    args: async (world) => ({ params: { id: (await world.company()).id } }),
    bad: { args: { params: { id: "abc" } }, path: "id" },
  },
  logoPreview: {
    role: "operator",
    args: async (world) => ({
      body: { companyId: (await world.company()).id, url: await uploaded(world) },
    }),
    bad: { args: { body: { companyId: "1", url: "https://elsewhere.example/x.png" } }, path: "url" },
  },
  logoSubmit: {
    role: "operator",
    args: async (world) => ({
      params: { id: (await world.company()).id },
      body: { url: await uploaded(world), requestId: world.requestId() },
    }),
    bad: { args: { params: { id: "1" }, body: { url: "/uploads/../secret" } }, path: "url" },
  },
};

export const uploadSamples: Samples<typeof uploadCalls> = {
  uploadAddress: {
    role: "finance",
    args: async (world) => ({ params: { id: (await uploaded(world)).replace("/uploads/", "") } }),
    bad: { args: { params: { id: "abc" } }, path: "id" },
  },
};
