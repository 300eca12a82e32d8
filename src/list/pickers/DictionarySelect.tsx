import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import { useConsole } from "../../console/useConsole.ts";
import { useAnswer } from "../useAnswer.ts";
import { roomForChoices } from "./roomForChoices.ts";

interface Props {
  readonly id?: string;
  /** Key of the dictionary. */
  readonly of: string;
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Chooses from a dictionary that the server keeps, as `freeze_reason`; the value is the entry's Chinese name. */
export function DictionarySelect({ of, value, onChange, placeholder, ...input }: Props) {
  const { client } = useConsole();
  const { answer, again } = useAnswer(of, (signal) =>
    client.call(dictionaryCalls.sysDictQuery, { params: { key: of } }, { signal }),
  );
  const asking = answer.state === "asking";
  const entries = answer.state === "here" ? answer.data : [];
  return (
    <Select
      {...input}
      {...roomForChoices(asking)}
      data={entries.map(({ label }) => label)}
      value={value || null}
      placeholder={asking ? "正在读取…" : placeholder || "请选择"}
      nothingFoundMessage={
        asking ? "正在读取…" : answer.state === "failed" ? "读取失败，请重新打开" : "没有可选项"
      }
      onDropdownOpen={() => answer.state === "failed" && again()}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
