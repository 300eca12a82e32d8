import { useEffect } from "react";
import type { ActorRefFrom } from "xstate";
import * as z from "zod/mini";
import type { Client } from "../../../adapters/http/client.ts";
import { uploadMachine } from "../../../machines/upload.machine.ts";
import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import { reporting } from "../calledOrReported.ts";
import type { FormField } from "./formPlan.ts";

export type UploadActor = ActorRefFrom<ReturnType<typeof uploadMachine<File>>>;

/** Whom an upload, which goes on while its page is hidden, tells at present. */
const listeners = new WeakMap<UploadActor, (address: string) => void>();
const answered = z.object({ url: z.string(), previewUrl: z.optional(z.string()) });
/** Where a confidential file that was just sent can be seen for a while, by its address. */
const previews = new WeakMap<Client, Map<string, string>>();

/** Where an uploaded file can be looked at: under its own address, or under a signed one for a while. */
export const previewOf = (client: Client, address: string): string =>
  previews.get(client)?.get(address) ?? address;

/** The upload of one field in one opening of its form; an earlier opening's cannot fill in a later one. */
export function useUpload(
  field: Extract<FormField, { kind: "file" }>,
  opening: string,
  uploaded: (address: string) => void,
): UploadActor {
  const { client } = useConsole();
  const scope = usePageScope();
  const actor: UploadActor = scope.actor(`upload.${opening}.${field.name}`, () =>
    uploadMachine<File>({
      wrong: (file) => wrongWith(file, field),
      upload: async (file, signal) => {
        const { url, previewUrl } = answered.parse(
          await reporting(client.call(field.upload, { file } as never, { signal })),
        );
        const known = previews.get(client) ?? new Map<string, string>();
        if (previewUrl !== undefined) previews.set(client, known.set(url, previewUrl));
        return url;
      },
      uploaded: (address) => listeners.get(actor)?.(address),
    }),
  );
  useEffect(() => void listeners.set(actor, uploaded), [actor, uploaded]);
  return actor;
}

/** Why a file cannot be taken, in words; null where it can. The server looks into it once more. */
export function wrongWith(
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  { accept, maxBytes, hint }: Pick<Extract<FormField, { kind: "file" }>, "accept" | "maxBytes" | "hint">,
): string | null {
  // A browser knows no media type for what it has no program for: such files go by their ending.
  const taken = accept.some(
    (one) => one === type || (one.startsWith(".") && name.toLowerCase().endsWith(one)),
  );
  return taken && size > 0 && size <= maxBytes ? null : `请选择符合要求的文件：${hint}`;
}
