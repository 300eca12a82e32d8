import { IconCopy } from "@tabler/icons-react";
import classes from "./CopyText.module.css";

interface Props {
  readonly text: string;
  /** An icon in place of the text, which is beside it as a link. */
  readonly icon?: boolean;
  readonly onCopy: (text: string) => void;
  readonly onError: () => void;
}

/** A number or id; a click copies it. */
export function CopyText({ text, icon = false, onCopy, onError }: Props) {
  const copy = () => {
    // The clipboard API exists only on https and localhost.
    if (!navigator.clipboard) return onError();
    navigator.clipboard.writeText(text).then(() => onCopy(text), onError);
  };
  return (
    <button
      type="button"
      className={classes["copy"]}
      title={`${text}（点击复制）`}
      {...(icon ? { "aria-label": `复制 ${text}` } : {})}
      onClick={copy}
    >
      {icon ? <IconCopy size={15} stroke={1.6} aria-hidden className={classes["icon"]} /> : text}
    </button>
  );
}
