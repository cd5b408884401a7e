import { Anchor, List, Paper, Text } from '@mantine/core';
import type { Picture, Report } from '../../../api/types';
import { PanelTitle } from '../../../parts/PanelTitle';
import { texts } from '../../../texts/bands';
import { useEvidence } from '../queries';
import type { Select } from '../selection';

const SHOWN = 20;

/** Operations of whose worst second sound or pictures are kept: each once. */
export function badSeconds(pictures: Picture[]): Picture[] {
  const kept = pictures.filter(({ name }) => /-worst-[a-z]+\.[a-z]+$/.test(name));
  return kept.filter(
    (one, n) => kept.findIndex(({ session, sequence }) => session === one.session && sequence === one.sequence) === n,
  );
}

/** The way from the figures to what was heard and seen. */
export function BadSeconds({ report, select }: { report: Report; select: Select }) {
  const { data } = useEvidence(report.run.id);
  if (!data) return null;
  const found = badSeconds(data);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.evidence}>
      <PanelTitle>{texts.evidence}</PanelTitle>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noEvidence}
        </Text>
      ) : (
        <List size="sm">
          {found.slice(0, SHOWN).map(one => (
            <List.Item key={one.name}>
              <Anchor component="button" type="button" size="sm" onClick={() => select.openTiming(one)}>
                {texts.evidenceOf(one.session, one.sequence, `${one.workload}/${one.operation}`)}
              </Anchor>
            </List.Item>
          ))}
          {found.length > SHOWN ? <List.Item>{texts.moreEvidence(found.length - SHOWN)}</List.Item> : null}
        </List>
      )}
    </Paper>
  );
}
