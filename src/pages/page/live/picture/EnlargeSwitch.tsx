import { ActionIcon } from "@mantine/core";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";

interface Props {
  /** The picture with what is drawn over it; null before it is in the page. */
  readonly frame: HTMLElement | null;
  readonly isEnlarged: boolean;
}

/** Shows one picture on the whole screen, and back. */
export function EnlargeSwitch({ frame, isEnlarged }: Props) {
  const { toast } = usePageApi();
  const toggle = async () => {
    try {
      if (isEnlarged) await document.exitFullscreen();
      else await frame?.requestFullscreen();
    } catch {
      // The API is missing, or a frame may not use it.
      toast.warning("浏览器不允许全屏，请在实时任务中打开画面");
    }
  };
  const label = isEnlarged ? "退出全屏" : "放大画面";
  const Icon = isEnlarged ? IconMinimize : IconMaximize;
  return (
    <ActionIcon
      variant="filled"
      color="dark"
      size="md"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
