import { useForm } from "../form/useForm.ts";
import { revealForm } from "./revealForm.ts";

const noopListener = { onSaved: () => undefined, onUncertain: () => undefined };

/** The page's one form that shows numbers in full: every eye opens it, the page renders it. */
export const useRevealForm = () => useForm(revealForm, noopListener);
