import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { Report } from '../../../api/types';
import { namesOf } from '../names';
import { Facts } from '../../../parts/Facts';
import { PanelTitle } from '../../../parts/PanelTitle';
import { texts } from '../../../texts/results';

/** What the run was made with: whoever doubts a figure finds here how to make it again. */
export function Appendix({ report }: { report: Report }) {
  const names = namesOf(report);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Known title={texts.configuration} facts={{ Seed: String(report.run.seed), ...report.configuration }} />
      <Known title={texts.environment} facts={report.environment} />
      {report.agents.map(agent => (
        <Known
          key={agent.id}
          title={texts.agentTitle(names.get(agent.id))}
          facts={{ id: agent.id, version: agent.version, ...agent.facts }}
        />
      ))}
    </SimpleGrid>
  );
}

function Known({ title, facts }: { title: string; facts: Record<string, string> }) {
  const rows = Object.entries(facts);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <PanelTitle mb="xs">{title}</PanelTitle>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noDetails}
        </Text>
      ) : (
        <Facts of={rows} label={title} />
      )}
    </Paper>
  );
}
