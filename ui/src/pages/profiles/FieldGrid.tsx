import { SimpleGrid, Stack } from '@mantine/core';
import { type FieldKind, type FieldSpec, nameOf } from './fields';
import { FieldInput } from './FieldInput';
import { WorkloadsField } from './WorkloadsField';

const WIDE: readonly FieldKind[] = ['lines', 'words', 'workloads'];

/** Fields in the room that they need: lists over the whole width, others two in a row. */
export function Fields({ specs }: { specs: readonly FieldSpec[] }) {
  const wide = (spec: FieldSpec) => WIDE.includes(spec.kind) || nameOf(spec.path) === 'title';
  return (
    <Stack gap="sm">
      {specs
        .filter(wide)
        .map(spec =>
          spec.kind === 'workloads' ? (
            <WorkloadsField key={nameOf(spec.path)} spec={spec} />
          ) : (
            <FieldInput key={nameOf(spec.path)} spec={spec} />
          ),
        )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
        {specs
          .filter(spec => !wide(spec))
          .map(spec => (
            <FieldInput key={nameOf(spec.path)} spec={spec} />
          ))}
      </SimpleGrid>
    </Stack>
  );
}
