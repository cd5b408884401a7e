import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { valueAt } from './document';
import { unlistedIn, WORK } from './fields';
import { elementOf, useForm } from './FormContext';
import { Fields } from './FieldGrid';
import { inWords } from './work';
import { texts } from '../../texts/profiles';

/** What users do: a workload profile by its id, or one that stands in the run profile itself. */
export function WorkSection() {
  const { values, problems, apply, disabled, suggestions } = useForm();
  const [remembered, remember] = useState('office');
  const work = valueAt(values, ['workloads']);
  const inline = work !== null && typeof work === 'object';
  const turn = (to: string) => {
    if (to === 'inline') {
      if (typeof work === 'string' && work !== '') remember(work);
      apply([{ path: ['workloads'], value: { workloads: suggestions.workloads } }]);
    } else {
      const id = valueAt(values, ['workloads', 'id']);
      apply([{ path: ['workloads'], value: typeof id === 'string' ? id : remembered }]);
    }
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.workloadProfile}
        id={inline ? elementOf('workloads') : undefined}
        error={inline ? problems.get('workloads') : undefined}
        disabled={disabled}
        data={[
          { value: 'id', label: texts.storedOnTheController },
          { value: 'inline', label: texts.definedInThisProfile },
        ]}
        value={inline ? 'inline' : 'id'}
        onChange={event => turn(event.currentTarget.value)}
      />
      {inline ? (
        <Fields specs={[...WORK, ...unlistedIn('workloads')]} />
      ) : (
        <WorkloadProfileField value={typeof work === 'string' ? work : ''} />
      )}
    </Stack>
  );
}

/** Which one of those that the controller has; what it means stands below it. */
function WorkloadProfileField({ value }: { value: string }) {
  const { problems, apply, disabled, suggestions } = useForm();
  const chosen = suggestions.profiles.find(profile => profile.id === value);
  const known = suggestions.profiles.map(({ id }) => ({ value: id, label: id }));
  return (
    <NativeSelect
      id={elementOf('workloads')}
      label={texts.workloadProfileId}
      description={chosen ? inWords(chosen) : texts.definesWorkloadsIterationsCountedIterations}
      error={problems.get('workloads')}
      disabled={disabled}
      required
      data={[
        ...(value === '' ? [{ value: '', label: texts.selectOne }] : []),
        ...known,
        ...(value !== '' && !chosen ? [{ value, label: value }] : []),
      ]}
      value={value}
      onChange={event => {
        const id = event.currentTarget.value;
        apply([{ path: ['workloads'], value: id === '' ? undefined : id }]);
      }}
    />
  );
}
