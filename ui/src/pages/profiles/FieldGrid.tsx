import { SimpleGrid, Stack } from '@mantine/core';
import { valueAt } from './document';
import { type FieldKind, type FieldSpec, nameOf } from './fields';
import { FieldInput } from './FieldInput';
import { useForm } from './FormContext';
import { WorkloadsField } from './WorkloadsField';
import { YamlField } from './YamlField';

const WIDE: readonly FieldKind[] = ['lines', 'words', 'workloads', 'yaml', 'others'];

const isWide = (spec: FieldSpec) => WIDE.includes(spec.kind) || nameOf(spec.path) === 'title';

/** Fields in the room that they need: lists over the whole width, others two in a row, in their order. */
export function Fields({ specs }: { specs: readonly FieldSpec[] }) {
  const { values } = useForm();
  const shown = specs.filter(
    ({ when, path }) =>
      when === undefined || valueAt(values, when.path) === when.is || valueAt(values, path) !== undefined,
  );
  return (
    <Stack gap="sm">
      {shown.filter(isWide).map(spec => (
        <WideField key={nameOf(spec.path)} spec={spec} />
      ))}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
        {shown
          .filter(spec => !isWide(spec))
          .map(spec => (
            <FieldInput key={nameOf(spec.path)} spec={spec} />
          ))}
      </SimpleGrid>
    </Stack>
  );
}

function WideField({ spec }: { spec: FieldSpec }) {
  if (spec.kind === 'workloads') return <WorkloadsField spec={spec} />;
  return spec.kind === 'yaml' || spec.kind === 'others' ? <YamlField spec={spec} /> : <FieldInput spec={spec} />;
}
