import { ActionIcon } from "@mantine/core";
import { IconVolume, IconVolumeOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";

interface Props {
  readonly element: HTMLVideoElement;
  /** Called when the element is no longer muted. */
  readonly onUnmute: () => void;
}

function setMuted(element: HTMLVideoElement, isMuted: boolean): void {
  element.muted = isMuted;
}

/** Switches the sound of a picture on and off. */
export function SoundSwitch({ element, onUnmute }: Props) {
  const [isMuted, setIsMuted] = useState(element.muted);
  useEffect(() => {
    // Of the element itself: a browser may refuse to start with sound.
    const follow = () => setIsMuted(element.muted);
    element.addEventListener("volumechange", follow);
    return () => element.removeEventListener("volumechange", follow);
  }, [element]);
  const toggle = () => {
    setMuted(element, !isMuted);
    // There is no event for it: the new start that `onUnmute` leads to drops the element's pending events.
    setIsMuted(!isMuted);
    if (isMuted) onUnmute();
  };
  return (
    <ActionIcon
      variant="filled"
      color="dark"
      size="md"
      aria-label={isMuted ? "打开声音" : "关闭声音"}
      title={isMuted ? "打开声音" : "关闭声音"}
      onClick={toggle}
    >
      {isMuted ? <IconVolumeOff size={18} aria-hidden /> : <IconVolume size={18} aria-hidden />}
    </ActionIcon>
  );
}
