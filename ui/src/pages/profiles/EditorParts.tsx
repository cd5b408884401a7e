import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { address } from '../../api/client';
import type { Problem } from '../../api/types';
import { texts } from '../../texts/profiles';

/** Which profile and version this is, and how it stands. */
export function About({
  id,
  etag,
  shipped,
  dirty,
  problems,
}: {
  id: string | null;
  etag: string | null;
  shipped: boolean;
  dirty: boolean;
  problems: number;
}) {
  const version = etag?.replace(/^W\//, '').replaceAll('"', '');
  const where = shipped ? texts.builtIn : version ? texts.versionInWords(version) : texts.notSavedYet;
  return (
    <Group gap="xs">
      <span>{id === null ? where : `${id}, ${where}`}</span>
      {dirty ? (
        <Badge color="yellow" variant="light">
          {texts.unsavedChanges}
        </Badge>
      ) : null}
      <Badge color={problems > 0 ? 'red' : 'green'} variant="light" role="status">
        {problems > 0 ? texts.toFix(problems) : texts.valid}
      </Badge>
    </Group>
  );
}

/** What can be done with a profile that is stored. */
export function Stored({ id, shipped, onVersions }: { id: string; shipped: boolean; onVersions: () => void }) {
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to={`/profiles/new?from=${encodeURIComponent(id)}`}
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        {shipped ? texts.duplicateToEdit : texts.duplicate}
      </Button>
      <Button
        variant="default"
        component="a"
        href={address(['run-profiles', id])}
        download={`${id}.yaml`}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {texts.export}
      </Button>
      {shipped ? null : (
        <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={onVersions}>
          {texts.versions}
        </Button>
      )}
    </>
  );
}

/** What is wrong, each with the way to its line. */
export function ProblemLines({ problems, onLine }: { problems: Problem[]; onLine: (line: number) => void }) {
  if (problems.length === 0) return null;
  return (
    <Stack gap={4} role="list" aria-label={texts.yamlProblems}>
      {problems.map((p, i) => (
        <Text key={i} size="sm" role="listitem">
          <Button size="compact-xs" variant="default" onClick={() => onLine(p.line)} mr="xs">
            {texts.lineNumber(p.line)}
          </Button>
          {p.path ? `${p.path}: ` : ''}
          {p.message}
        </Text>
      ))}
    </Stack>
  );
}
