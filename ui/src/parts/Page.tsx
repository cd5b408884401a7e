import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../texts/common';
import type { Explained } from './documentation';
import { Explanation } from './Explanation';

/** A page: its one heading, the way to what explains it, what can be done there at the right, and what it shows. */
export function Page({
  title,
  explained,
  about,
  actions,
  children,
}: {
  title: string;
  explained: Explained;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(texts.documentTitle(title));
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="md">
            <Title order={1} size="h3">
              {title}
            </Title>
            <Explanation of={explained} about={title} />
          </Group>
          {about ? (
            <Text component="div" size="sm" c="dimmed">
              {about}
            </Text>
          ) : null}
        </div>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </Stack>
  );
}
