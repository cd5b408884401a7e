import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../../texts/common';

/** A page for somebody who is not logged in: nothing stands around it. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(texts.documentTitle(title));
  return (
    <Center mih="100vh" p="md">
      <Paper withBorder p="xl" w={420} component="main">
        <Stack gap="md">
          <Group gap="xs">
            <img src="/icon.svg" alt="" width={24} height={24} />
            <Text fw={700}>{texts.deskmeter}</Text>
          </Group>
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
