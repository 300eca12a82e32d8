import { Modal, type ModalProps } from "@mantine/core";
import * as word from "../../adapters/contract/words.ts";
import classes from "./Dialog.module.css";
import { useOverlayLayer } from "./useOverlayLayer.ts";
import { useRestoreFocus } from "./useRestoreFocus.ts";

/** The console's dialog: its close button has a label, its header is no second banner landmark. */
export function Dialog(props: ModalProps) {
  useRestoreFocus();
  const overlayLayer = useOverlayLayer(props.onClose);
  return (
    <Modal
      closeButtonProps={{ "aria-label": word.close }}
      attributes={{ header: { role: "presentation" } }}
      classNames={{ title: classes["title"] ?? "", content: classes["content"] ?? "" }}
      {...props}
      {...overlayLayer}
    />
  );
}
