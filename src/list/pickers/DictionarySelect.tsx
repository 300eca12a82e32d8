import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import * as word from "../../../adapters/contract/words.ts";
import { CallError, type ErrorKind } from "../../../adapters/http/callError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";
import { dropdownPlacement } from "./dropdownPlacement.ts";
import { OptionSelect } from "./OptionSelect.tsx";

interface Props {
  readonly id?: string;
  readonly dictionaryKey: string;
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Failures after which the same call may succeed. */
const passingKinds: readonly ErrorKind[] = ["offline", "timeout", "unavailable", "tooMany", "cancelled"];

/**
 * Selects from a dictionary stored on the server, such as `freeze_reason`; the value is the entry's Chinese label.
 */
export function DictionarySelect({ dictionaryKey, value, onChange, placeholder, ...inputProps }: Props) {
  const { client, config } = usePageApi();
  const isOwn = config.extensions;
  const { result, refetch } = useQuery(dictionaryKey, (signal) =>
    client
      .call(
        dictionaryCalls.sysDictQuery,
        { params: { key: dictionaryKey } },
        { signal, showsRefusal: !isOwn },
      )
      .catch((error: unknown) => {
        // Another platform says in many ways that it has no such dictionary.
        if (!isOwn && error instanceof CallError && !passingKinds.includes(error.kind)) return [];
        throw error;
      }),
  );
  const isLoading = result.state === "pending";
  const entries = result.state === "success" ? result.data : [];
  // Another platform may tell the words as values alone.
  const labels = entries.map(({ value: key, label }) => label || key).filter((label) => label !== "");
  // Another platform need not have the console's dictionaries: what they would offer is typed.
  if (!isOwn && result.state === "success" && labels.length === 0)
    return (
      <TextInput
        {...inputProps}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <OptionSelect
      {...inputProps}
      {...dropdownPlacement(isLoading)}
      data={labels.map((label) => ({ value: label, label }))}
      value={value || null}
      canBeEmpty={inputProps.withAsterisk !== true}
      placeholder={isLoading ? word.readingNow : placeholder || word.choose}
      nothingFoundMessage={
        isLoading ? word.readingNow : result.state === "error" ? word.readFailed : "没有可选项"
      }
      onDropdownOpen={() => result.state === "error" && refetch()}
      onChange={(selected) => onChange(selected ?? "")}
    />
  );
}
