import type { CSSProperties } from "react";
import classes from "./StatusTag.module.css";

interface Props {
  readonly label: string;
  /** Name of a Mantine colour. */
  readonly color: string;
}

/** A status in words on its colour, dark enough to read in both schemes; one plain element, as a table holds hundreds. */
export function StatusTag({ label, color }: Props) {
  const shade = (index: number) => `var(--mantine-color-${color}-${index})`;
  const style = {
    "--tag-light": shade(0),
    "--tag-light-edge": shade(2),
    "--tag-light-text": `color-mix(in srgb, ${shade(9)} 85%, black)`,
    "--tag-dark": `color-mix(in srgb, ${shade(9)} 40%, transparent)`,
    "--tag-dark-text": shade(2),
  } as CSSProperties;
  return (
    <span className={classes["tag"]} style={style}>
      {label}
    </span>
  );
}
