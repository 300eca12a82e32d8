import type { ActorRefFrom } from "xstate";
import * as z from "zod/mini";
import type { Client } from "../../../adapters/http/client.ts";
import { uploadMachine } from "../../../machines/upload.machine.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import { normalizeErrors } from "../toCallError.ts";
import type { FormField } from "./formConfig.ts";

export type UploadActor = ActorRefFrom<ReturnType<typeof uploadMachine<File>>>;

const uploadResponse = z.object({ url: z.string(), previewUrl: z.optional(z.string()) });
/** Where a confidential file that was just sent can be seen for a while, by its address. */
const previews = new WeakMap<Client, Map<string, string>>();

/** Where an uploaded file can be looked at: under its own address, or under a signed one for a while. */
export const getPreviewUrl = (client: Client, url: string): string => previews.get(client)?.get(url) ?? url;

/** The upload of one field in one opening of its form; an earlier opening's cannot fill in a later one. */
export function useUpload(
  field: Extract<FormField, { kind: "file" }>,
  openingId: string,
  onUploaded: (url: string) => void,
): UploadActor {
  const { client } = usePageApi();
  const scope = usePageScope();
  const name = `upload.${openingId}.${field.name}`;
  const getListener = useLatest(name, onUploaded);
  const actor: UploadActor = scope.actor(name, () =>
    uploadMachine<File>({
      validateFile: (file) => validateFile(file, field),
      upload: async (file, signal) => {
        const { url, previewUrl } = uploadResponse.parse(
          await normalizeErrors(client.call(field.upload, { file } as never, { signal })),
        );
        const urls = previews.get(client) ?? new Map<string, string>();
        if (previewUrl !== undefined) previews.set(client, urls.set(url, previewUrl));
        return url;
      },
      onUploaded: (url) => getListener()(url),
    }),
  );
  return actor;
}

/** Why a file cannot be taken, in words; null where it can. The server looks into it once more. */
export function validateFile(
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  { accept, maxBytes, hint }: Pick<Extract<FormField, { kind: "file" }>, "accept" | "maxBytes" | "hint">,
): string | null {
  // A browser knows no media type for what it has no program for: such files go by their ending.
  const isAccepted = accept.some(
    (accepted) => accepted === type || (accepted.startsWith(".") && name.toLowerCase().endsWith(accepted)),
  );
  return isAccepted && size > 0 && size <= maxBytes ? null : `请选择符合要求的文件：${hint}`;
}
