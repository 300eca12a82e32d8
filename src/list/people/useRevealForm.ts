import { useForm } from "../form/useForm.ts";
import { revealForm } from "./revealForm.ts";

const noopListener = { onSaved: () => undefined, onUncertain: () => undefined };

/** The page's reveal form: every masked phone opens it, the page renders it. */
export const useRevealForm = () => useForm(revealForm, noopListener);
