import { Alert, Anchor, Button, Input, SimpleGrid, Switch, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { alarmKind } from "../../../adapters/contract/alarm.ts";
import { alarmRuleCalls } from "../../../adapters/contract/alarmRule.ts";
import { alarmRuleDefaults, alarmThresholds } from "../../../adapters/contract/alarmThresholds.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { toErrorInfo } from "../../../machines/errorInfo.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { OptionSelect } from "../../list/pickers/OptionSelect.tsx";
import { toCallError } from "../../list/toCallError.ts";
import { toPlaybackPath } from "../../live/playbackAddress.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { parseKind, parseThresholds, toDraftKey, toRuleDraft } from "./ruleDraft.ts";

/** The kind; choosing one fills in its usual priority, thresholds and delays. */
export function KindField(field: CustomFieldProps) {
  const { values, onChange, onFill } = field;
  const kind = parseKind(values);
  const choose = (next: string | null) => {
    onChange(next ?? "");
    const chosen = parseKind({ kind: next });
    if (!chosen) return;
    const { priority, onDelayMs, offDelayMs } = alarmRuleDefaults[chosen];
    onFill({
      priority,
      onDelayS: onDelayMs / 1_000,
      offDelayS: offDelayMs / 1_000,
      thresholds: Object.fromEntries(alarmThresholds[chosen].map(({ name, initial }) => [name, initial])),
    });
  };
  return (
    <OptionSelect
      {...toInputProps(field)}
      data={alarmKind.options.map(({ value, label }) => ({ value, label }))}
      value={kind}
      onChange={choose}
    />
  );
}

/** The thresholds of the chosen kind, each with its unit and range. */
export function ThresholdsField({ id, label, values, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const kind = parseKind(values);
  const typed = parseThresholds(values);
  const fields = kind ? alarmThresholds[kind] : [];
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" error={error}>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {kind ? "这种告警没有阈值，由事实直接判定。" : "选择告警类型后，这里列出它的阈值。"}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {fields.map(({ name, label: text, unit, min, max, isSwitch }) => {
          const value = typed[name] ?? Number.NaN;
          const change = (next: number | string) => onChange({ ...typed, [name]: next });
          return isSwitch ? (
            <Switch
              key={name}
              label={text}
              disabled={disabled}
              checked={value === 1}
              onBlur={onBlur}
              onChange={({ currentTarget }) => change(currentTarget.checked ? 1 : 0)}
            />
          ) : (
            <NumberField
              key={name}
              label={text}
              description={`${min} 至 ${max}`}
              rightSection={unit}
              rightSectionWidth={64}
              hideControls
              disabled={disabled}
              value={Number.isNaN(value) ? "" : value}
              onBlur={onBlur}
              onChange={change}
            />
          );
        })}
      </SimpleGrid>
    </Input.Wrapper>
  );
}

type Preview = EndpointData<typeof alarmRuleCalls.rulePreview>;

/** What the rule would have raised in the last days; its value names the rule that was tried. */
export function PreviewField({ id, label, value, values, error, disabled, onChange }: CustomFieldProps) {
  const { client } = usePageApi();
  const key = toDraftKey(values);
  const [tried, setTried] = useState<{ readonly key: string; readonly preview: Preview } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  // A draft remembers that the rule was tried, but not the result.
  useEffect(() => {
    if (tried === null && value !== "") onChange("");
  }, [tried, value, onChange]);
  const run = async () => {
    const draft = toRuleDraft(values);
    if (!draft || key === null) return;
    setIsRunning(true);
    setFailure(null);
    try {
      const preview = await client.call(alarmRuleCalls.rulePreview, { body: draft }, { quiet: true });
      setTried({ key, preview });
      onChange(key);
    } catch (thrown) {
      setFailure(toErrorInfo(toCallError(thrown)).message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" error={error}>
      <Text size="sm" c="dimmed" mb={6}>
        用最近 7 天的飞行试算，看看这条规则会告警几次；保存前必须试算。
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={isRunning}
        disabled={disabled || key === null}
        onClick={() => void run()}
      >
        试算
      </Button>
      <div role="status" aria-label="试算结果">
        {failure !== null && <Alert color="red" p="xs" mt="xs">{`试算没有成功：${failure}`}</Alert>}
        {tried?.key === key && tried !== null && <PreviewResult preview={tried.preview} />}
      </div>
    </Input.Wrapper>
  );
}

function PreviewResult({ preview }: { readonly preview: Preview }) {
  const { isComputable, flights, raisedFlights, raised, examples } = preview;
  if (!isComputable)
    return (
      <Alert color="gray" p="xs" mt="xs">
        无法回算：航迹中没有保存这条规则需要的数据。保存后只对新的飞行生效。
      </Alert>
    );
  return (
    <Alert color={raised > 0 ? "orange" : "gray"} p="xs" mt="xs">
      <Text size="sm">{`试算了 ${flights} 次飞行：其中 ${raisedFlights} 次会告警，共 ${raised} 条。`}</Text>
      {examples.map(({ flightId, taskId, flightNo, at }) => (
        <Anchor
          key={flightId}
          size="sm"
          display="block"
          target="_blank"
          href={toServerPath(toPlaybackPath([{ taskId, flightId }]))}
        >{`${flightNo} ${formatTime(at)}`}</Anchor>
      ))}
    </Alert>
  );
}
