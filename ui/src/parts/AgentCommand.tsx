import { Stack, Text } from '@mantine/core';
import { useLink } from '../api/queries';
import type { Link } from '../api/types';
import { Command } from './Command';
import { Failure } from './Failure';
import { JoinForm } from './JoinForm';
import { Loading } from './Loading';
import { texts } from '../texts/common';

/** `host:port` for an agent: where the controller listens, or, if that is everywhere, where this browser has found it. */
export function dialled(link: Pick<Link, 'host' | 'port'>, here: string): string {
  const host = link.host ?? here;
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${link.port}`;
}

/** The very command that starts an agent of this controller. */
export function AgentCommand() {
  const link = useLink();
  if (link.isPending) return <Loading />;
  if (link.error) {
    return <Failure title={texts.couldNotLoadTheAgent} error={link.error} again={() => void link.refetch()} />;
  }
  const address = dialled(link.data, window.location.hostname);
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.clientAgent}</Text>
      <Command text={`./deskmeter agent --controller ${address} --token-file agent.token`} />
      <Text size="sm">{texts.desktopAgent}</Text>
      <Command text={`./deskmeter agent desktop --controller ${address} --token-file desktop.token`} />
      <Text size="sm">{texts.tokens}</Text>
      {link.data.machines ? (
        <JoinForm machinesAddress={link.data.machines} />
      ) : link.data.local ? (
        <>
          <Text size="sm">{texts.localOnly}</Text>
          <Command text="./deskmeter controller --agents 0.0.0.0:8082" />
        </>
      ) : null}
      <Text size="sm">{texts.agentRetriesHint}</Text>
    </Stack>
  );
}
