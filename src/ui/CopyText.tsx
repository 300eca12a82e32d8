import classes from "./CopyText.module.css";

interface Props {
  readonly text: string;
  readonly onCopy: (text: string) => void;
  readonly onError: () => void;
}

/** A number or id; a click copies it. */
export function CopyText({ text, onCopy, onError }: Props) {
  const copy = () => {
    // The clipboard API exists only on https and localhost.
    if (!navigator.clipboard) return onError();
    navigator.clipboard.writeText(text).then(() => onCopy(text), onError);
  };
  return (
    <button type="button" className={classes["copy"]} title={`${text}（点击复制）`} onClick={copy}>
      {text}
    </button>
  );
}
