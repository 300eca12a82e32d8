import { toServerPath } from "../../../adapters/http/basePath.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { isModifiedClick } from "../../ui/isModifiedClick.ts";
import classes from "./RecordLink.module.css";
import { type RecordKind, toRecordPath } from "./recordLinks.ts";

interface Props {
  readonly record: RecordKind;
  /** Null or empty where the record is not known: plain text then. */
  readonly id: string | null;
  readonly text: string;
}

const isNumber = (text: string) => /^[\x20-\x7e]+$/.test(text);

/**
 * A record's name or number as a link to it; plain text for roles that may not open its page. A plain element: the
 * router's links render again with every address, and a table has hundreds of them.
 */
export function RecordLink({ record, id, text }: Props) {
  const { canOpen, open } = usePageApi();
  const to = !id || text === "" ? null : toRecordPath(record, id);
  if (to === null || !canOpen(to)) return text;
  return (
    <a
      href={toServerPath(to)}
      className={classes["link"]}
      data-number={isNumber(text) || undefined}
      onClick={(event) => {
        if (isModifiedClick(event)) return;
        event.preventDefault();
        open(to);
      }}
    >
      {text}
    </a>
  );
}
