import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { address } from '../../../api/client';
import type { Picture, Report } from '../../../api/types';
import { PanelTitle } from '../../../parts/PanelTitle';
import { texts } from '../../../texts/bands';
import { useEvidence } from '../queries';
import type { Select } from '../selection';
import classes from './gestures.module.css';

const SHOWN = 6;

/** Pictures of the paths of gestures. */
export function gesturePaths(pictures: Picture[]): Picture[] {
  return pictures.filter(({ name }) => name.endsWith('-gesture-path.png'));
}

/** What users saw of their gestures. Nothing where the run keeps no picture of one. */
export function Gestures({ report, select }: { report: Report; select: Select }) {
  const { data } = useEvidence(report.run.id);
  const found = gesturePaths(data ?? []);
  if (found.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.gestures}>
      <PanelTitle>{texts.gestures}</PanelTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.gesturesHow}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {found.slice(0, SHOWN).map(one => {
          const title = texts.evidenceOf(one.session, one.sequence, `${one.workload}/${one.operation}`);
          return (
            <Anchor
              key={one.name}
              component="button"
              type="button"
              size="sm"
              ta="left"
              onClick={() => select.openTiming(one)}
            >
              <img
                className={classes.path}
                src={address(['runs', report.run.id, 'evidence', one.name])}
                alt={texts.gesturePath}
                loading="lazy"
              />
              {title}
            </Anchor>
          );
        })}
      </SimpleGrid>
      {found.length > SHOWN ? <Text size="sm">{texts.moreEvidence(found.length - SHOWN)}</Text> : null}
    </Paper>
  );
}
