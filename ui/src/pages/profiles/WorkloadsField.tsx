import { ActionIcon, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { valueAt } from './document';
import { type FieldSpec, nameOf } from './fields';
import { elementOf, useForm } from './FormContext';
import { shareOf, type Work, worksOf, written } from './shares';
import { texts } from '../../texts/profiles';

/** The workloads of a profile, each with the share of the sessions that work it. */
export function WorkloadsField({ spec }: { spec: FieldSpec }) {
  const { values, problems, apply, disabled, suggestions } = useForm();
  const name = nameOf(spec.path);
  const works = worksOf(valueAt(values, spec.path));
  const change = (next: readonly Work[]) => apply([{ path: spec.path, value: written(next) }]);
  const others = suggestions.workloads.filter(id => !(works ?? []).some(work => work.workload === id));
  const fixed = disabled || works === null;
  return (
    <Input.Wrapper
      label={spec.label}
      labelElement="div"
      description={works === null ? texts.editedInYamlOnly : spec.help}
      error={problems.get(name)}
      required={spec.required === true}
    >
      <Stack gap={6} mt={6} role="list" aria-label={spec.label}>
        {(works ?? []).map((work, at) => (
          <Row
            key={`${work.workload} ${at}`}
            work={work}
            disabled={fixed}
            onChange={share => change((works ?? []).map((w, i) => (i === at ? { ...w, share } : w)))}
            onRemove={() => change((works ?? []).filter((_, i) => i !== at))}
          />
        ))}
      </Stack>
      <NativeSelect
        id={elementOf(name)}
        mt={6}
        aria-label={texts.addWorkload}
        disabled={fixed || others.length === 0}
        data={[{ value: '', label: others.length === 0 ? texts.noOtherWorkloads : texts.addWorkload }, ...others]}
        value=""
        onChange={event => change([...(works ?? []), { workload: event.currentTarget.value, share: '' }])}
      />
    </Input.Wrapper>
  );
}

interface RowProps {
  work: Work;
  disabled: boolean;
  onChange: (share: string) => void;
  onRemove: () => void;
}

/** What is being typed stands as it was typed as long as it means what the document says. */
function Row({ work, disabled, onChange, onRemove }: RowProps) {
  const [typed, type] = useState<string | null>(null);
  const text = typed !== null && shareOf(typed) === work.share ? typed : work.share;
  return (
    <Group gap="xs" wrap="nowrap" role="listitem">
      <Text size="sm" style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {work.workload}
      </Text>
      <TextInput
        w={130}
        size="xs"
        aria-label={texts.shareOfSessions(work.workload)}
        placeholder={texts.allSessions}
        autoComplete="off"
        disabled={disabled}
        value={text}
        onChange={event => {
          const next = event.currentTarget.value;
          type(next);
          if (shareOf(next) !== work.share) onChange(shareOf(next));
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={disabled}
        aria-label={texts.removeWorkload(work.workload)}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
