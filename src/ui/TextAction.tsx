import type { ComponentProps } from "react";
import classes from "./TextAction.module.css";

/** A text button for a line or cell, with the height and weight of the surrounding text. */
export function TextAction(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button {...props} type="button" className={classes["action"]} />;
}
