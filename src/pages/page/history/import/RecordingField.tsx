import { Button, FileInput, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { use, useSyncExternalStore } from "react";
import { recordingExtensions } from "../../../../../adapters/contract/flightFile.ts";
import type { CustomFieldProps } from "../../../../list/form/formConfig.ts";
import { toInputProps } from "../../../../list/form/toInputProps.ts";
import { formatBytes } from "../../../../ui/format/formatBytes.ts";
import { createRecordingUpload, RecordingUploadContext } from "./recordingUpload.ts";

const noUpload = createRecordingUpload();

/** How far the upload is, with the way to cancel it; then that the server reads the file. */
function UploadState({ file }: { readonly file: File }) {
  const upload = use(RecordingUploadContext) ?? noUpload;
  const share = useSyncExternalStore(upload.subscribe, upload.getShare) ?? 0;
  const percent = Math.floor(share * 100);
  if (share === 1)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}，已上传，正在解析，请不要关闭页面
        </Text>
      </Group>
    );
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {formatBytes(file.size)}，已上传 {percent} %，请不要关闭页面
      </Text>
      <Button size="compact-xs" variant="default" onClick={upload.cancel}>
        取消上传
      </Button>
      <Progress value={percent} w="100%" aria-label="上传进度" />
    </Group>
  );
}

const toTaskName = ({ name }: File) => name.replace(/\.[^.]*$/, "").slice(0, 60);

/** The recording to import. It names the task where that has no name yet. */
export function RecordingField(field: CustomFieldProps) {
  const { value, values, disabled, autoFocus, onChange, onFill } = field;
  const file = value instanceof File ? value : null;
  return (
    <Stack gap={6}>
      <FileInput
        {...toInputProps(field)}
        data-autofocus={autoFocus || undefined}
        value={file}
        accept={recordingExtensions.join(",")}
        placeholder="选择 GPX、KML、Airdata CSV 或 tlog 文件"
        leftSection={<IconFileUpload size={16} />}
        clearable
        clearButtonProps={{ "aria-label": "移除文件" }}
        onChange={(chosen) => {
          onChange(chosen);
          // A name that was typed stays; that of the file before does not.
          const before = file ? toTaskName(file) : "";
          if (values["name"] === "" || values["name"] === before)
            onFill({ name: chosen ? toTaskName(chosen) : "" });
        }}
      />
      {file && !disabled && (
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}
        </Text>
      )}
      {file && disabled && <UploadState file={file} />}
    </Stack>
  );
}
