import type { ComponentProps } from "react";
import classes from "./TextAction.module.css";

/** An act written as a word in a line or cell: as high as the text around it, not heavier. */
export function TextAction(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button {...props} type="button" className={classes["action"]} />;
}
