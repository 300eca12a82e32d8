import { Button, FileButton, Group, Image, Input, Loader, Text } from "@mantine/core";
import { IconPaperclip, IconUpload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { FileLink } from "../FileLink.tsx";
import type { FormField } from "./formPlan.ts";
import { previewOf, useUpload } from "./useUpload.ts";

interface Props {
  readonly id: string;
  readonly field: Extract<FormField, { kind: "file" }>;
  /** One for each opening of the form. */
  readonly opening: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly error: string | null;
  readonly withAsterisk: boolean;
  readonly disabled: boolean;
  /** Address of the file; empty for none. */
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly onBlur: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** A file of a form: chosen, on its way, seen, taken away again. */
export function FileField({ field, opening, value, disabled, onChange, onBlur, onBusy, ...frame }: Props) {
  const upload = useUpload(field, opening, onChange);
  const busy = useSelector(upload, (snapshot) => snapshot.hasTag("busy"));
  const message = useSelector(upload, ({ context }) => context.message);
  const [named, setNamed] = useState({ address: "", name: "" });
  const [chosen, setChosen] = useState("");
  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => tellBusy(busy), [busy]);
  const choose = (file: File | null) => {
    if (!file) return;
    setChosen(file.name);
    upload.send({ type: "file.choose", file });
  };
  if (value !== "" && named.address !== value) setNamed({ address: value, name: chosen });
  return (
    <Input.Wrapper {...frame} error={message || frame.error}>
      <Group gap="xs" mt={4} mb={message || frame.error ? 6 : 0}>
        {value !== "" && !busy && <Uploaded address={value} name={named.name} label={frame.label} />}
        {busy && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">正在上传 {chosen}</Text>
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
              onChange={choose}
              disabled={disabled}
              inputProps={{ onClick: forgetLast }}
            >
              {(button) => (
                <Button
                  {...button}
                  id={frame.id}
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
const forgetLast = (event: MouseEvent<HTMLInputElement>) => {
  event.currentTarget.value = "";
};

interface UploadedProps {
  readonly address: string;
  readonly name: string;
  readonly label: string;
}

/** The file that is there: a picture as such, anything else by a link to it. */
function Uploaded({ address, name, label }: UploadedProps) {
  const { client } = useConsole();
  const seen = previewOf(client, address);
  const [picture, setPicture] = useState(true);
  if (picture)
    return (
      <Image
        src={seen}
        alt={`${label}预览`}
        h={56}
        w="auto"
        maw={200}
        fit="contain"
        onError={() => setPicture(false)}
      />
    );
  return (
    <FileLink address={seen} size="sm">
      <IconPaperclip size={14} aria-hidden /> {name || "查看已上传的文件"}
    </FileLink>
  );
}
