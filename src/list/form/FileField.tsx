import { Button, FileButton, Group, Image, Input, Loader, Text } from "@mantine/core";
import { IconPaperclip, IconUpload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { ActorRefFrom } from "xstate";
import * as z from "zod/mini";
import * as word from "../../../adapters/contract/words.ts";
import { uploadMachine } from "../../../machines/upload.machine.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import { usePlatformUrl } from "../../pageApi/usePlatformUrl.ts";
import { FileLink } from "../FileLink.tsx";
import { normalizeErrors } from "../toCallError.ts";
import { findFileError } from "./findFileError.ts";
import type { FormField } from "./formConfig.ts";

type UploadActor = ActorRefFrom<ReturnType<typeof uploadMachine<File>>>;

const uploadResponse = z.object({ url: z.string(), previewUrl: z.optional(z.string()) });

/** Signed preview URLs of confidential files uploaded on this page, by file URL; each expires after a while. */
const usePreviewUrls = () => usePageScope().value("uploadPreviews", () => new Map<string, string>());

/**
 * The upload of one field for one opening of the form; an upload of an earlier opening cannot fill in a later one.
 */
function useUpload(
  field: Extract<FormField, { kind: "file" }>,
  openingId: string,
  onUploaded: (url: string) => void,
): UploadActor {
  const { client } = usePageApi();
  const scope = usePageScope();
  const previewUrls = usePreviewUrls();
  const name = `upload.${openingId}.${field.name}`;
  const getListener = useLatest(name, onUploaded);
  const actor: UploadActor = scope.actor(name, () =>
    uploadMachine<File>({
      validateFile: (file) => findFileError(file, field),
      upload: async (file, signal) => {
        const { url, previewUrl } = uploadResponse.parse(
          await normalizeErrors(client.call(field.upload, { file } as never, { signal })),
        );
        if (previewUrl !== undefined) previewUrls.set(url, previewUrl);
        return url;
      },
      onUploaded: (url) => getListener()(url),
    }),
  );
  return actor;
}

interface Props {
  readonly id: string;
  readonly field: Extract<FormField, { kind: "file" }>;
  /** One for each opening of the form. */
  readonly openingId: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly error: string | null;
  readonly withAsterisk: boolean;
  readonly disabled: boolean;
  /** URL of the file; empty for none. */
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly onBlur: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** A file field: choose, upload, preview, remove. */
export function FileField({
  field,
  openingId,
  value,
  disabled,
  onChange,
  onBlur,
  onBusy,
  ...inputProps
}: Props) {
  const upload = useUpload(field, openingId, onChange);
  const busy = useSelector(upload, (snapshot) => snapshot.hasTag("busy"));
  const message = useSelector(upload, ({ context }) => context.message);
  const [uploadedFile, setUploadedFile] = useState({ url: "", name: "" });
  const [chosenName, setChosenName] = useState("");
  const notifyBusy = useEffectEvent(onBusy);
  useEffect(() => notifyBusy(busy), [busy]);
  const handleChoose = (file: File | null) => {
    if (!file) return;
    setChosenName(file.name);
    upload.send({ type: "file.choose", file });
  };
  if (value !== "" && uploadedFile.url !== value) setUploadedFile({ url: value, name: chosenName });
  return (
    <Input.Wrapper {...inputProps} error={message || inputProps.error}>
      <Group gap="xs" mt={4} mb={message || inputProps.error ? 6 : 0}>
        {value !== "" && !busy && (
          <UploadedFile url={value} name={uploadedFile.name} label={inputProps.label} />
        )}
        {busy && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{`正在上传 ${chosenName}`}</Text>
          </Group>
        )}
        {busy ? (
          <Button variant="default" size="compact-sm" onClick={() => upload.send({ type: "upload.cancel" })}>
            取消上传
          </Button>
        ) : (
          <>
            <FileButton
              accept={field.accept.join(",")}
              onChange={handleChoose}
              disabled={disabled}
              inputProps={{ onClick: resetInput }}
            >
              {(button) => (
                <Button
                  {...button}
                  id={inputProps.id}
                  variant="default"
                  disabled={disabled}
                  onBlur={onBlur}
                  leftSection={<IconUpload size={16} />}
                >
                  {value === "" ? "选择文件" : "重新选择"}
                </Button>
              )}
            </FileButton>
            {value !== "" && (
              <Button variant="subtle" color="gray" disabled={disabled} onClick={() => onChange("")}>
                {word.takeOut}
              </Button>
            )}
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** Browsers fire no change event when the same file is chosen again, for instance after it was shrunk. */
const resetInput = (event: MouseEvent<HTMLInputElement>) => {
  event.currentTarget.value = "";
};

interface UploadedFileProps {
  readonly url: string;
  readonly name: string;
  readonly label: string;
}

/** The uploaded file: an image, or a link to any other file. */
function UploadedFile({ url, name, label }: UploadedFileProps) {
  const previewUrl = usePlatformUrl(usePreviewUrls().get(url) ?? url);
  const [isImage, setIsImage] = useState(true);
  if (isImage)
    return (
      <Image
        src={previewUrl}
        alt={`${label}预览`}
        h={56}
        w="auto"
        maw={200}
        fit="contain"
        onError={() => setIsImage(false)}
      />
    );
  return (
    <FileLink url={previewUrl} size="sm">
      <IconPaperclip size={14} aria-hidden /> {name || "查看已上传的文件"}
    </FileLink>
  );
}
