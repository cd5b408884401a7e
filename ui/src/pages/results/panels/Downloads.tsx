import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { address } from '../../../api/client';

/** All of a run to take along, each in the form in which its readers want it. */
export function files(id: string): { title: string; href: string; name?: string }[] {
  const of = (...path: string[]) => ['runs', id, ...path];
  return [
    { title: 'Report, PDF', href: address(of('report.pdf')), name: `${id}.pdf` },
    { title: 'Report, HTML (one file)', href: address(of('report'), { format: 'html' }), name: `${id}.html` },
    { title: 'Report, JSON', href: address(of('report'), { format: 'json' }), name: `${id}.json` },
    { title: 'Timings, CSV', href: address(of('timings'), { format: 'csv' }), name: `${id}-timings.csv` },
    { title: 'Sessions, CSV', href: address(of('sessions'), { format: 'csv' }), name: `${id}-sessions.csv` },
    { title: 'Resources, CSV', href: address(of('resources'), { format: 'csv' }), name: `${id}-resources.csv` },
    { title: 'JUnit XML', href: address(of('junit.xml')), name: `${id}-junit.xml` },
    { title: 'Run profile, YAML', href: address(of('profile')), name: `${id}.yaml` },
    { title: 'All pictures', href: address(of('evidence', 'index.html')) },
  ];
}

export function Downloads({ id }: { id: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Downloads
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files(id).map(({ title, href, name }) => (
          <Menu.Item
            key={title}
            component="a"
            href={href}
            {...(name === undefined ? { target: '_blank' } : { download: name })}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
