import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/client';
import { texts } from '../texts/common';

interface FailureProps {
  title: string;
  error?: unknown;
  hint?: string;
  again?: () => void;
}

/** What went wrong, in the controller's own words, and what to do next. */
export function Failure({ title, error, hint, again }: FailureProps) {
  const unreachable = error instanceof ApiError && error.status === 0;
  const problems = error instanceof ApiError ? (error.problem.problems ?? []) : [];
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert" maw={800}>
      {error === undefined ? null : (
        <Text size="sm">
          {unreachable ? texts.theControllerIsNotReachable : error instanceof Error ? error.message : String(error)}
        </Text>
      )}
      {problems.length > 0 ? (
        <List size="sm" mt="xs">
          {problems.map((p, i) => (
            <List.Item key={i}>{texts.problemAtLine(p.line, p.path ? `${p.path}: ` : '', p.message)}</List.Item>
          ))}
        </List>
      ) : null}
      {hint || unreachable ? (
        <Text size="sm" mt="xs">
          {hint ?? texts.controllerUnreachableHint}
        </Text>
      ) : null}
      {again ? (
        <Button size="xs" mt="sm" variant="default" onClick={again}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </Alert>
  );
}
