import classes from "./CopyText.module.css";

interface Props {
  readonly text: string;
  readonly onCopied: (text: string) => void;
  readonly onRefused: () => void;
}

/** A number or id that a click copies. */
export function CopyText({ text, onCopied, onRefused }: Props) {
  const copy = () => {
    // Without https there is no clipboard at all.
    if (!navigator.clipboard) return onRefused();
    navigator.clipboard.writeText(text).then(() => onCopied(text), onRefused);
  };
  return (
    <button type="button" className={classes["copy"]} title={`${text}（点击复制）`} onClick={copy}>
      {text}
    </button>
  );
}
