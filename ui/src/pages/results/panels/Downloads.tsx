import { Anchor, Button, List, Menu, Paper } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { address } from '../../../api/client';
import classes from './panels.module.css';
import { texts as metricTexts } from '../../../texts/metrics';
import { texts } from '../../../texts/results';

interface TakenFile {
  title: string;
  href: string;
  /** Of the file; none where it is a page to look at. */
  name?: string;
}

/** All of a run to take along, each in the form in which its readers want it. */
export function files(id: string): TakenFile[] {
  const of = (...path: string[]) => ['runs', id, ...path];
  return [
    { title: texts.reportPdf, href: address(of('report.pdf')), name: `${id}.pdf` },
    { title: texts.reportHtml, href: address(of('report'), { format: 'html' }), name: `${id}.html` },
    { title: texts.reportJson, href: address(of('report'), { format: 'json' }), name: `${id}.json` },
    { title: texts.timingsCsv, href: address(of('timings'), { format: 'csv' }), name: `${id}-timings.csv` },
    { title: metricTexts.samplesCsv, href: address(of('samples.csv')), name: `${id}-samples.csv` },
    { title: texts.sessionsCsv, href: address(of('sessions'), { format: 'csv' }), name: `${id}-sessions.csv` },
    { title: texts.resourcesCsv, href: address(of('resources'), { format: 'csv' }), name: `${id}-resources.csv` },
    { title: texts.junitXml, href: address(of('junit.xml')), name: `${id}-junit.xml` },
    { title: texts.runProfileYaml, href: address(of('profile')), name: `${id}.yaml` },
    { title: texts.runFile, href: address(of('export')), name: `${id}.zip` },
    { title: texts.evidencePictures, href: address(of('evidence', 'index.html')) },
  ];
}

const saved = (name: string | undefined) => (name === undefined ? { target: '_blank' } : { download: name });

/** The same as a list, where the page ends. */
export function Files({ id }: { id: string }) {
  return (
    <Paper withBorder p="md">
      <List size="sm" listStyleType="none" classNames={{ root: classes.files ?? '' }}>
        {files(id).map(({ title, href, name }) => (
          <List.Item key={title}>
            <Anchor href={href} size="sm" {...saved(name)}>
              {title}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

export function Downloads({ id }: { id: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          {texts.downloads}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files(id).map(({ title, href, name }) => (
          <Menu.Item key={title} component="a" href={href} {...saved(name)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
