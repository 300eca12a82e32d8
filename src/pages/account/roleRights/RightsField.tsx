import { Accordion, Badge, Button, Checkbox, Group, Input, Stack, Text } from "@mantine/core";
import type { RightGroup, RoleRow } from "../../../../adapters/contract/roleRight.ts";
import { roleLabels } from "../../../../adapters/contract/roles.ts";
import type { CustomFieldProps } from "../../../list/form/formConfig.ts";
import classes from "./RightsField.module.css";
import {
  findMissing,
  formatChanges,
  hasRight,
  isChanged,
  noChanges,
  parseChanges,
  parseRole,
  type RoleChanges,
  setRights,
} from "./roleChanges.ts";
import { useRightAreas } from "./useRightAreas.ts";

type Role = RoleRow["role"];

/** All rights by area and kind of record, to give and to take; marks those that differ from the preset. */
export function RightsField({
  id,
  label,
  value,
  values,
  disabled,
  error,
  onChange,
  onBlur,
}: CustomFieldProps) {
  const areas = useRightAreas();
  const role = parseRole(value, values["role"]);
  const changes = parseChanges(value);
  const all = areas.flatMap(({ groups }) => groups.flatMap(({ rights }) => rights));
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" error={error}>
      <Group justify="space-between" align="center" mb={4} gap="xs">
        <Text size="sm" c="dimmed">{`与${roleLabels[role]}的预设不同的，标有「增加」或「去掉」。`}</Text>
        <Button
          variant="default"
          size="xs"
          disabled={disabled || (changes.given.length === 0 && changes.taken.length === 0)}
          onClick={() => onChange({ role, ...noChanges })}
        >
          恢复预设
        </Button>
      </Group>
      <Accordion multiple chevronPosition="left" variant="contained" onBlur={onBlur}>
        {areas.map(({ title, groups }) => (
          <Accordion.Item key={title} value={title}>
            <Accordion.Control>
              <AreaTitle title={title} groups={groups} role={role} changes={changes} />
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {groups.map((group) => (
                  <RightGroupField
                    key={group.title}
                    group={group}
                    all={all}
                    role={role}
                    changes={changes}
                    disabled={disabled}
                    onChange={(next) => onChange({ role, ...next })}
                  />
                ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Input.Wrapper>
  );
}

/** The changes in a value of the field. */
export function RightsText({ value }: Pick<CustomFieldProps, "value">) {
  return formatChanges(
    useRightAreas().flatMap(({ groups }) => groups),
    parseChanges(value),
  );
}

interface AreaProps {
  readonly title: string;
  readonly groups: readonly RightGroup[];
  readonly role: Role;
  readonly changes: RoleChanges;
}

/** An area with how many of its rights the role has, and how many differ from the preset. */
function AreaTitle({ title, groups, role, changes }: AreaProps) {
  const rights = groups.flatMap((group) => group.rights);
  const held = rights.filter((right) => hasRight(role, changes, right)).length;
  const changed = rights.filter((right) => isChanged(role, changes, right)).length;
  return (
    <Group gap="xs" wrap="wrap">
      <Text span size="sm" fw={600}>
        {title}
      </Text>
      <Text span size="sm" c="dimmed">{`${held} / ${rights.length}`}</Text>
      {changed > 0 && <Badge variant="light">{`${changed} 项与预设不同`}</Badge>}
    </Group>
  );
}

interface GroupProps {
  readonly group: RightGroup;
  /** The rights of all groups. */
  readonly all: RightGroup["rights"];
  readonly role: Role;
  readonly changes: RoleChanges;
  readonly disabled: boolean;
  readonly onChange: (changes: RoleChanges) => void;
}

/** What a right needs besides itself; null for nothing. */
function describeNeeds(
  role: Role,
  changes: RoleChanges,
  right: RightGroup["rights"][number],
  all: RightGroup["rights"],
) {
  if (right.needs.length === 0) return null;
  const nameAll = (some: readonly RightGroup["rights"][number][]) =>
    some.map(({ label }) => label).join("、");
  const missing = findMissing(role, changes, right, all);
  return hasRight(role, changes, right) && missing.length > 0 ? (
    <Text span inherit c="orange">{`缺少${nameAll(missing)}，用不了`}</Text>
  ) : (
    `需要${nameAll(all.filter((one) => right.needs.includes(one.right)))}`
  );
}

/** The rights over one kind of record, all at once or each. */
function RightGroupField({ group, all, role, changes, disabled, onChange }: GroupProps) {
  const { title, rights } = group;
  const held = rights.filter((right) => hasRight(role, changes, right)).length;
  const isWhole = held === rights.length;
  return (
    <fieldset className={classes["group"]}>
      <legend className={classes["legend"]}>
        <Checkbox
          size="sm"
          label={title}
          aria-label={`${title}的全部权限`}
          checked={isWhole}
          indeterminate={held > 0 && !isWhole}
          disabled={disabled}
          onChange={() => onChange(setRights(role, changes, group, rights, !isWhole, all))}
        />
      </legend>
      <div className={classes["rights"]}>
        {rights.map((right) => {
          const has = hasRight(role, changes, right);
          return (
            <Checkbox
              key={right.right}
              size="sm"
              label={
                <>
                  {right.label}
                  {isChanged(role, changes, right) && (
                    <Badge ml={6} size="sm" variant="light" color={has ? "green" : "orange"}>
                      {has ? "增加" : "去掉"}
                    </Badge>
                  )}
                </>
              }
              description={describeNeeds(role, changes, right, all)}
              checked={has}
              disabled={disabled}
              onChange={() => onChange(setRights(role, changes, group, [right], !has, all))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
