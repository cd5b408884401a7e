import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAgents } from '../../api/queries';
import type { Agent } from '../../api/types';
import { counted } from '../../format/format';
import { AgentCommand } from '../../parts/AgentCommand';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { AgentDrawer } from './AgentDrawer';
import { ordered, usualVersion, type Wish } from './agents';
import { AgentsTable } from './AgentsTable';
import { WishDialog } from './WishDialog';
import { texts } from '../../texts/agents';

/** The machines that can see desktops or sit in them. */
export default function AgentsPage() {
  const agents = useAgents();
  const connected = agents.data?.filter(agent => agent.connected).length ?? 0;
  return (
    <Page
      title={texts.agents}
      explained="agents"
      about={agents.data ? texts.connectedAgents(counted(connected, 'agent')) : undefined}
      actions={connected > 0 ? <Add /> : null}
    >
      {agents.data ? (
        <Stack gap="md">
          {connected === 0 ? <None known={agents.data.length > 0} /> : null}
          {agents.data.length > 0 ? <Fleet agents={ordered(agents.data)} /> : null}
        </Stack>
      ) : agents.isError ? (
        <Failure title={texts.couldNotLoadAgents} error={agents.error} again={() => void agents.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function None({ known }: { known: boolean }) {
  return (
    <Empty title={known ? texts.noAgentConnected : texts.noAgentsYet}>
      <Text size="sm">{texts.agentsStartDesktopsDriveThem}</Text>
      <AgentCommand />
    </Empty>
  );
}

/** How one gets another agent, told when asked. */
function Add() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
        {texts.addAgentButton}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.addAgentTitle}
        size="xl"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <AgentCommand />
      </Modal>
    </>
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
