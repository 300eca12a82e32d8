import { Button, FileButton, Group, Image, Input, Loader, Text } from "@mantine/core";
import { IconPaperclip, IconUpload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { FileLink } from "../FileLink.tsx";
import type { FormField } from "./formConfig.ts";
import { getPreviewUrl, useUpload } from "./useUpload.ts";

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
  /** Address of the file; empty for none. */
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly onBlur: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** A file of a form: chosen, on its way, seen, taken away again. */
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
            <Text size="sm">正在上传 {chosenName}</Text>
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
                移除
              </Button>
            )}
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** A browser tells nothing when the same file is chosen once more, as after it was made smaller under its name. */
const resetInput = (event: MouseEvent<HTMLInputElement>) => {
  event.currentTarget.value = "";
};

interface UploadedFileProps {
  readonly url: string;
  readonly name: string;
  readonly label: string;
}

/** The file that is there: a picture as such, anything else by a link to it. */
function UploadedFile({ url, name, label }: UploadedFileProps) {
  const { client } = usePageApi();
  const previewUrl = getPreviewUrl(client, url);
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
