import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A place where something will be: what it is for, and what to do so that there is something. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl" maw={800}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
