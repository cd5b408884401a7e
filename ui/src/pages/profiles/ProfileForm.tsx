import { Accordion, Alert, Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  AGENTS,
  EXPECTED,
  GENERAL,
  LOADS,
  MODE,
  OF_ANY_TARGET,
  PASSES,
  TARGETS,
  unlistedIn,
  VALID,
  withoutField,
} from './fields';
import { FieldInput } from './FieldInput';
import { Fields } from './FieldGrid';
import { useForm } from './FormContext';
import { ORDER } from './grammar';
import { KindSection } from './KindSection';
import { WorkSection } from './WorkSection';
import { texts } from '../../texts/profiles';

export const SECTIONS = ['general', 'workloads', 'target', 'load', 'passes', 'expect', 'validity'] as const;

/** Which section has a field. */
export function sectionOf(field: string): (typeof SECTIONS)[number] {
  const first = field.split('.')[0] ?? '';
  if (first === 'mode' || first === 'agents') return 'target';
  if (first === 'id' || first === 'title') return 'general';
  return SECTIONS.find(s => s === first) ?? 'passes';
}

const OF_PASSES = ORDER.filter(key => sectionOf(key) === 'passes');

/** All of a run profile that has a field. */
export function ProfileForm({ open, onOpen }: { open: string[]; onOpen: (sections: string[]) => void }) {
  const { values, problems } = useForm();
  const odd = withoutField(values);
  const wrong = (section: string) => [...problems.keys()].filter(field => sectionOf(field) === section).length;
  const section = (value: (typeof SECTIONS)[number], title: string, children: ReactNode) => (
    <Accordion.Item value={value}>
      <Accordion.Control>
        {title}
        {wrong(value) > 0 ? (
          <Text span size="sm" c="var(--mantine-color-error)" ml="xs">
            {texts.sectionToFix(wrong(value))}
          </Text>
        ) : null}
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );

  return (
    <Box role="group" aria-label={texts.runProfile}>
      {odd.length > 0 ? (
        <Alert role="note" color="blue" variant="light" mb="xs" p="xs">
          <Text size="sm">{texts.keysWithoutField(odd.join(', '))}</Text>
        </Alert>
      ) : null}
      <Accordion
        multiple
        value={open}
        onChange={onOpen}
        variant="separated"
        transitionDuration={0}
        keepMountedMode="display-none"
        order={2}
      >
        {section('general', texts.general, <Fields specs={GENERAL} />)}
        {section('workloads', texts.workloads, <WorkSection />)}
        {section(
          'target',
          texts.target,
          <Stack gap="sm">
            <KindSection at="target" label={texts.target} kinds={TARGETS} otherwise="local" />
            <FieldInput spec={MODE} />
            <FieldInput spec={AGENTS} />
            <Fields specs={OF_ANY_TARGET} />
          </Stack>,
        )}
        {section('load', texts.load, <KindSection at="load" label={texts.load} kinds={LOADS} />)}
        {section('passes', texts.thresholdsAndEvidence, <Fields specs={[...PASSES, ...unlistedIn(...OF_PASSES)]} />)}
        {section(
          'expect',
          texts.expectations,
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {texts.anOperatorAndAValue}
            </Text>
            <Fields specs={[...EXPECTED, ...unlistedIn('expect')]} />
          </>,
        )}
        {section(
          'validity',
          texts.validity,
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {texts.limitsOfTheMeasurementItself}
            </Text>
            <Fields specs={[...VALID, ...unlistedIn('validity')]} />
          </>,
        )}
      </Accordion>
    </Box>
  );
}
