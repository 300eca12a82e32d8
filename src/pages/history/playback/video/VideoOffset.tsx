import { Alert, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { type FlightVideo, flightVideo, videoCalls } from "../../../../../adapters/contract/video.ts";
import { createRequestId } from "../../../../../adapters/http/createRequestId.ts";
import { toErrorInfo } from "../../../../../machines/errorInfo.ts";
import { toCallError } from "../../../../list/toCallError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { NumberField } from "../../../../ui/NumberField.tsx";
import classes from "./VideoPanel.module.css";

/** Half a day to either side, as the call takes it. */
const maxOffsetS = 43_200;
const stepsS = [-1, -0.1, 0.1, 1] as const;

const formatOffset = (ms: number) => `${ms < 0 ? "−" : "+"}${Math.abs(ms) / 1_000} 秒`;
const clampOffset = (ms: number) =>
  Math.round(Math.max(-maxOffsetS * 1_000, Math.min(maxOffsetS * 1_000, ms)));

interface Props {
  readonly video: FlightVideo;
  /** Unsaved offset, ms; null: as saved. */
  readonly draftMs: number | null;
  readonly onDraft: (offsetMs: number | null) => void;
  readonly onReplace: (video: FlightVideo) => void;
}

/** Someone else saved another offset meanwhile. */
function ConflictNotice({ theirs, onTake }: { readonly theirs: FlightVideo; readonly onTake: () => void }) {
  return (
    <Alert color="yellow" variant="light" p="xs" mt="xs" title="偏移已被他人修改">
      <Text size="sm" mb="xs">{`现在是 ${formatOffset(theirs.offsetMs)}。再次保存会以您的为准。`}</Text>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        采用他人的
      </Button>
    </Alert>
  );
}

/** Moves a video against its track: the picture follows at once, saving keeps it for everyone. */
function OffsetForm({ video, draftMs, onDraft, onReplace }: Props) {
  const { client, toast } = usePageApi();
  const [isSaving, setIsSaving] = useState(false);
  const [theirs, setTheirs] = useState<FlightVideo | null>(null);
  const offsetMs = draftMs ?? video.offsetMs;
  const isChanged = offsetMs !== video.offsetMs;

  const finish = (saved: FlightVideo) => {
    setTheirs(null);
    onReplace(saved);
    onDraft(null);
  };
  const handleFailure = (error: unknown) => {
    const { kind, data } = toErrorInfo(toCallError(error));
    const current = kind === "conflict" ? flightVideo.safeParse(data) : null;
    // The console has shown the other failures.
    if (!current?.success) return;
    // An earlier answer was lost on its way.
    if (current.data.offsetMs === offsetMs) return finish(current.data);
    setTheirs(current.data);
    onReplace(current.data);
    onDraft(offsetMs);
  };
  const save = () => {
    const { id, version } = video;
    const body = { id, version, offsetMs, requestId: createRequestId() };
    setIsSaving(true);
    client
      .call(videoCalls.videoOffset, { body })
      .then((saved) => {
        toast.success("已保存录像的时间偏移");
        finish({ ...video, version: saved.version, offsetMs });
      }, handleFailure)
      .finally(() => setIsSaving(false));
  };
  return (
    <>
      <div className={classes["offset"]} role="group" aria-label={`${video.name} 的时间偏移`}>
        <NumberField
          size="xs"
          label="时间偏移（秒）"
          value={offsetMs / 1_000}
          min={-maxOffsetS}
          max={maxOffsetS}
          decimalScale={3}
          hideControls
          onChange={(value) => {
            if (typeof value === "number") onDraft(clampOffset(value * 1_000));
          }}
        />
        {stepsS.map((stepS) => (
          <Button
            key={stepS}
            size="xs"
            px={8}
            variant="default"
            aria-label={`偏移 ${formatOffset(stepS * 1_000)}`}
            onClick={() => onDraft(clampOffset(offsetMs + stepS * 1_000))}
          >
            {stepS > 0 ? `+${stepS}` : `−${-stepS}`}
          </Button>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        录像第一帧在飞行开始后多久；画面比航迹早时调大，晚时调小。
      </Text>
      {theirs && <ConflictNotice theirs={theirs} onTake={() => finish(theirs)} />}
      <Group gap="xs" mt="xs">
        <Button size="xs" disabled={!isChanged} loading={isSaving} onClick={save}>
          保存偏移
        </Button>
        <Button size="xs" variant="default" disabled={!isChanged || isSaving} onClick={() => onDraft(null)}>
          撤销
        </Button>
      </Group>
    </>
  );
}

/** Opens and closes the form of a video's offset. */
export function VideoOffset(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
          if (isOpen) props.onDraft(null);
        }}
      >
        校准时间
      </Button>
      {isOpen && <OffsetForm {...props} />}
    </>
  );
}
