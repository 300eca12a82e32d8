import { Cascader, Text } from "@mantine/core";
import { useDebouncedValue, useId, useMediaQuery } from "@mantine/hooks";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { type FoundRegion, regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { toCallError } from "../toCallError.ts";
import { useDeferUntilPointerUp } from "../useDeferUntilPointerUp.ts";
import { useQuery } from "../useQuery.ts";
import { cascaderPlacement } from "./dropdownPlacement.ts";
import { findRegionPath, getAncestorCodes, type RegionsByParent } from "./regionPath.ts";
import { findSlot, getSlotPath, toRegionOptions } from "./regionSlots.ts";
import { keepEnterInOpenList, takeFirstOption } from "./typedText.ts";
import { useUnchosenText } from "./useUnchosenText.ts";

/** The loaded part of the region tree: provinces, opened regions, and the ancestors of `value`. */
function useRegions(value: string | null): {
  readonly regions: RegionsByParent;
  readonly load: (parent: string) => Promise<void>;
  /** Whether the last request failed; `load` retries, which also resumes loading the ancestors. */
  readonly failed: boolean;
  /** Whether the value is none of the regions that can be loaded for it, as another platform's ids name no ancestors. */
  readonly isUnknown: boolean;
} {
  const { client } = usePageApi();
  const [regions, setRegions] = useState<RegionsByParent>({});
  const [failed, setFailed] = useState(false);
  const load = async (parent: string) => {
    setFailed(false);
    if (regions[parent]) return;
    try {
      const children = await client.call(regionCalls.regionList, { params: { id: parent } });
      setRegions((previous) => ({ ...previous, [parent]: children }));
    } catch (error) {
      toCallError(error);
      setFailed(true);
    }
  };
  const isMissing = value !== null && findRegionPath(value, regions) === null;
  const missing = isMissing ? findMissingParent(value, regions) : undefined;
  useEffect(() => {
    if (failed || missing === undefined) return;
    const controller = new AbortController();
    client.call(regionCalls.regionList, { params: { id: missing } }, { signal: controller.signal }).then(
      (children) => setRegions((previous) => ({ ...previous, [missing]: children })),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        toCallError(error);
        setFailed(true);
      },
    );
    return () => controller.abort();
  }, [client, missing, failed]);
  return { regions, load, failed, isUnknown: isMissing && missing === undefined };
}

/** The topmost region above this one whose children are not loaded. */
const findMissingParent = (code: string, regions: RegionsByParent) =>
  [rootRegionId, ...getAncestorCodes(code)].find((parent) => {
    if (regions[parent]) return false;
    return parent === rootRegionId || findRegionPath(parent, regions)?.at(-1)?.hasChildren === true;
  });

interface Props {
  readonly id?: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Provinces and cities can be selected too, as a condition for everything within them. */
  readonly anyLevel?: boolean;
}

const loadingMark = "data-loading-regions";

/** Enter in the open list chooses, and never submits the form; regions that are loading cannot be chosen yet. */
function handleEnter(event: KeyboardEvent<HTMLElement>) {
  keepEnterInOpenList(event);
  const highlighted = document.getElementById(
    event.currentTarget.getAttribute("aria-activedescendant") ?? "",
  );
  if (event.key === "Enter" && highlighted?.querySelector(`[${loadingMark}]`)) event.stopPropagation();
}

interface TypedRegions {
  /** Null until they are known. */
  readonly found: readonly FoundRegion[] | null;
  readonly isFailed: boolean;
}

/** Searches regions 250 ms after the last keystroke: by name, pinyin, initials or code. */
function useTypedRegions(text: string): TypedRegions {
  const { client } = usePageApi();
  const [debounced] = useDebouncedValue(text, 250);
  const { result } = useQuery(text === "" || debounced === "" ? null : debounced, (signal) =>
    client.call(regionCalls.regionSearch, { query: { text: debounced } }, { signal }),
  );
  const isSettled = result.state === "success" && debounced === text;
  return { found: isSettled ? result.data : null, isFailed: result.state === "error" };
}

/** Marks the options that were found by a typed text. */
const foundMark = "found/";

/**
 * Selects province, city, county: by their columns, each of which is loaded when it is opened, or by typing a part of
 * the name, its pinyin or initials, or the code.
 */
export function RegionSelect({ id, value, onChange, anyLevel = false, ...inputProps }: Props) {
  const inputId = useId(id);
  const { config } = usePageApi();
  const { regions, load, failed, isUnknown } = useRegions(value);
  const narrow = useMediaQuery("(max-width: 575px)");
  const path = value === null ? null : findRegionPath(value, regions);
  // The library drops what is typed whenever it gets another array, even an equal one.
  const slots = useMemo(() => {
    const current = value === null ? null : findRegionPath(value, regions);
    return current ? getSlotPath(current, regions) : null;
  }, [value, regions]);
  const [inputText, setInputText] = useState("");
  const [isLeft, setLeft] = useState(false);
  const [isErrorShown, setErrorShown] = useState(false);
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const shownText = path ? path.map(({ name }) => name).join(" / ") : "";
  // Platforms without our extensions have no search for regions.
  const text = !config.extensions || inputText === shownText ? "" : inputText.trim();
  const { found, isFailed } = useTypedRegions(text);
  const foundOptions = (found ?? [])
    .filter(({ hasChildren }) => anyLevel || !hasChildren)
    .map(({ id: code, path: names }) => ({ value: `${foundMark}${code}`, label: names.join(" / ") }));
  const show = (shown: string) => {
    setInputText(shown);
    setLeft(false);
    setErrorShown(false);
  };
  const [lastValue, setLastValue] = useState(value);
  // A region that was set or cleared from outside, such as by the condition's chip.
  if (value !== lastValue) {
    setLastValue(value);
    show("");
  }
  const choose = (code: string | null) => {
    // The library fills in the path of another region.
    show(code === value ? shownText : "");
    onChange(code);
  };
  const unchosenError = useUnchosenText({
    text,
    isLeft,
    isEntered: false,
    search: {
      // By its own name: all counties of a province match that of the province too.
      choices: (found ?? [])
        .filter(({ hasChildren }) => anyLevel || !hasChildren)
        .map(({ id: code, path: names }) => ({ value: code, label: names.at(-1) ?? "" })),
      state: isFailed ? "failed" : found === null ? "searching" : "settled",
    },
    inputId,
    onChoose: (choice) => choose(choice.value),
  });
  const loadingText = failed ? word.readFailed : word.readingNow;
  const getEmptyText = () => {
    if (text === "") return regions[rootRegionId] ? "没有下级地区" : loadingText;
    if (isFailed) return "读取失败，请重新输入";
    return found === null ? word.searching : "没有匹配的地区";
  };
  return (
    <Cascader
      {...inputProps}
      error={(isErrorShown && unchosenError) || inputProps.error}
      onBlur={() => {
        inputProps.onBlur?.();
        if (text === "") return;
        setLeft(true);
        deferUntilPointerUp(() => setErrorShown(true));
      }}
      {...cascaderPlacement}
      {...useActiveDescendant(inputId)}
      id={inputId}
      onKeyDownCapture={text === "" ? handleEnter : takeFirstOption}
      onKeyDown={({ key }) => key === "Escape" && show(shownText)}
      data={[...toRegionOptions(regions), ...foundOptions]}
      searchable={config.extensions}
      openOnFocus={false}
      searchValue={inputText}
      onSearchChange={(next) => {
        // The library drops what was typed and not chosen when its list closes: a condition would be missing without a word.
        if (text === "" || next === getInputValue(inputId)) show(next);
      }}
      filter={(_, [option]) => option?.value.startsWith(foundMark) === true}
      value={slots}
      onChange={(selected) => {
        const slot = selected?.at(-1);
        if (slot?.startsWith(foundMark)) return choose(slot.slice(foundMark.length));
        const region = slot === undefined ? null : findSlot(slot, regions).region;
        if (region !== undefined) choose(region?.id ?? null);
      }}
      onDropdownOpen={() => void load(rootRegionId)}
      changeOnSelect={anyLevel}
      closeOnSelect={!anyLevel || text !== ""}
      clearable
      separator="/"
      columnWidth={narrow ? 108 : 140}
      placeholder={
        value === null
          ? config.extensions
            ? "选择或输入"
            : "请选择地区"
          : path
            ? ""
            : isUnknown
              ? value
              : loadingText
      }
      nothingFoundMessage={getEmptyText()}
      renderOption={({ value: slot, label }) => {
        const { parent, region } = findSlot(slot, regions);
        return region ? (
          label
        ) : (
          <LoadingOption parentId={parent} load={load}>
            {loadingText}
          </LoadingOption>
        );
      }}
    />
  );
}

/** What the input holds, which is what was typed until it is rendered again. */
const getInputValue = (inputId: string) => {
  const input = document.getElementById(inputId);
  return input instanceof HTMLInputElement ? input.value : "";
};

interface LoadingOptionProps {
  readonly parentId: string;
  readonly load: (parent: string) => Promise<void>;
  readonly children: string;
}

/** Placeholder for a region's children: loads them when mounted and shows the progress. */
function LoadingOption({ parentId, load, children }: LoadingOptionProps) {
  const startLoading = useEffectEvent(load);
  useEffect(() => void startLoading(parentId), [parentId]);
  return (
    <Text span c="dimmed" size="sm" {...{ [loadingMark]: true }}>
      {children}
    </Text>
  );
}

/**
 * Announces the highlighted option of an open cascader to screen readers: the library moves the highlight, but does not
 * name it on the input. Returns the input's ref.
 */
function useActiveDescendant(inputId: string): { readonly ref: RefCallback<HTMLInputElement> } {
  const ref = useCallback(
    (input: HTMLInputElement | null) => {
      if (!input) return;
      // The options are elsewhere in the document, in a portal.
      const observer = new MutationObserver(() => {
        const option = document.querySelector(`[role=option][data-active][id^="${CSS.escape(inputId)}-"]`);
        const named = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
        if (option) input.setAttribute("aria-activedescendant", option.id);
        // The list of found regions names its own.
        else if (!named) input.removeAttribute("aria-activedescendant");
      });
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributeFilter: ["data-active", "data-expanded"],
      });
      return () => observer.disconnect();
    },
    [inputId],
  );
  return { ref };
}
