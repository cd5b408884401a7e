import { Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAgents } from '../../api/queries';
import type { Agent } from '../../api/types';
import { counted } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { AgentDrawer } from './AgentDrawer';
import { ordered, usualVersion, type Wish } from './agents';
import { AgentsTable } from './AgentsTable';
import { WishDialog } from './WishDialog';

/** The machines that can see desktops or sit in them. */
export default function AgentsPage() {
  const agents = useAgents();
  const connected = agents.data?.filter(agent => agent.connected).length ?? 0;
  return (
    <Page title="Agents" about={agents.data ? `${counted(connected, 'agent')} connected` : undefined}>
      {agents.data ? (
        <Stack gap="md">
          {connected === 0 ? <None known={agents.data.length > 0} /> : null}
          {agents.data.length > 0 ? <Fleet agents={ordered(agents.data)} /> : null}
        </Stack>
      ) : agents.isError ? (
        <Failure title="The agents cannot be read" error={agents.error} again={() => void agents.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function None({ known }: { known: boolean }) {
  return (
    <Empty title={known ? 'No agent is connected' : 'No agent yet'}>
      <Stack gap="xs">
        <Text size="sm">An agent sees desktops, or sits in one. Start one on the machine that is to measure:</Text>
        <Code block>./deskmeter agent --controller HOST:8081</Code>
        <Text size="sm">
          HOST is this controller&apos;s machine ({window.location.hostname} for this browser); 8081 is the port for
          agents unless the controller was started with another one: it says so when it starts. The agent dials by
          itself again and again, and appears here within seconds.
        </Text>
      </Stack>
    </Empty>
  );
}

function Fleet({ agents }: { agents: readonly Agent[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [wish, setWish] = useState<{ agent: Agent; wish: Wish } | null>(null);
  return (
    <>
      <AgentsTable
        agents={agents}
        version={usualVersion(agents)}
        onOpen={setOpened}
        onWish={(agent, asked) => setWish({ agent, wish: asked })}
      />
      <AgentDrawer agent={agents.find(agent => agent.id === opened)} onClose={() => setOpened(null)} />
      <WishDialog asked={wish} onClose={() => setWish(null)} />
    </>
  );
}
