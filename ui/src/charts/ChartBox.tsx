import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { DataTable } from '../parts/table/DataTable';
import { type Cell, download, type Sheet, toCsv } from '../parts/table/sheet';
import { PanelTitle } from '../parts/PanelTitle';
import { texts } from '../texts/common';

interface ChartBoxProps {
  title: string;
  /** One or two sentences on how to read the chart. */
  how: ReactNode;
  /** What the chart shows, as rows; made only when it is asked for. */
  sheet: () => Sheet;
  /** Of the export, without ending. */
  file: string;
  controls?: ReactNode;
  /** Why its figures must not be used. */
  unusable?: string | null;
  children: ReactNode;
}

/** A chart with what belongs to each: its heading, how to read it, the same as a table, and its export. */
export function ChartBox({ title, how, sheet, file, controls, unusable, children }: ChartBoxProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Group gap="xs">
          <PanelTitle>{title}</PanelTitle>
          {unusable ? (
            <Badge color="red" variant="light">
              {unusable}
            </Badge>
          ) : null}
        </Group>
        <Group gap="xs">
          {controls}
          <Button
            size="compact-xs"
            variant="default"
            aria-pressed={asTable}
            leftSection={asTable ? <IconChartLine size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
            aria-label={`${asTable ? texts.showChart : texts.showTable}: ${title}`}
          >
            {asTable ? texts.chart : texts.table}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => download(`${file}.csv`, toCsv(sheet()))}
            aria-label={texts.exportCsvOf(title)}
          >
            {texts.csv}
          </Button>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" my={4} maw={900}>
        {how}
      </Text>
      {asTable ? <SheetTable title={title} sheet={sheet()} file={file} /> : children}
    </Paper>
  );
}

/** The same figures in a table. */
function SheetTable({ title, sheet, file }: { title: string; sheet: Sheet; file: string }) {
  const columns = useMemo(
    () =>
      sheet.head.map((head, c) => ({
        id: `${c}`,
        title: head,
        value: (row: Cell[]) => row[c] ?? null,
        numeric: sheet.rows.some(row => typeof row[c] === 'number'),
      })),
    [sheet],
  );
  return (
    <DataTable
      label={texts.tableOf(title)}
      rows={sheet.rows}
      columns={columns}
      rowKey={(_, index) => `${index}`}
      file={file}
      one="row"
      maxHeight={360}
    />
  );
}
