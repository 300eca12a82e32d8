import classes from "./StatusTag.module.css";

interface Props {
  readonly label: string;
  /** Name of a Mantine colour. */
  readonly color: string;
}

/** A status label on its colour, `-` for none; a single plain element, as a table has hundreds. */
export function StatusTag({ label, color }: Props) {
  if (label === "") return "-";
  const shade = (use: string) => `var(--mantine-color-${color}-${use})`;
  return (
    <span className={classes["tag"]} style={{ background: shade("light"), color: shade("light-color") }}>
      {label}
    </span>
  );
}
