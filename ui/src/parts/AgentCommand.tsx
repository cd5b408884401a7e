import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useLink } from '../api/queries';
import type { Link } from '../api/types';
import { Failure } from './Failure';
import { Loading } from './Loading';

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
    return <Failure title="The port for agents is not known" error={link.error} again={() => void link.refetch()} />;
  }
  const address = dialled(link.data, window.location.hostname);
  return (
    <Stack gap="xs">
      <Text size="sm">On the machine that is to have the desktops, or that reaches them:</Text>
      <Command text={`./deskmeter agent --controller ${address} --token-file agent.token`} />
      <Text size="sm">In a user’s session on a measured desktop, started with the session:</Text>
      <Command text={`./deskmeter agent desktop --controller ${address} --token-file desktop.token`} />
      <Text size="sm">
        <Code>agent.token</Code> and <Code>desktop.token</Code> are copies of the files in the controller’s data folder.
        On the controller’s machine its own user can leave <Code>--token-file</Code> out.
      </Text>
      {link.data.local ? (
        <Text size="sm">
          This controller can be reached from its own machine only. An agent on another machine dials through a tunnel,
          as{' '}
          <Code>
            ssh -N -L {link.data.port}:127.0.0.1:{link.data.port} HOST
          </Code>{' '}
          makes one.
        </Text>
      ) : null}
      <Text size="sm">An agent dials again and again by itself. It appears here within seconds.</Text>
    </Stack>
  );
}

function Command({ text }: { text: string }) {
  return (
    <Group gap="xs">
      <Code fz="sm">{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            onClick={copy}
            aria-label={`Copy ${text}`}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
