import { Text } from '@mantine/core';
import type { Report } from '../../../api/types';
import { texts } from '../../../texts/results';
import { limitText } from './Verdict';

/** What ended the growth, in words; the table and the chart below have the figures. */
export function Limit({ report }: { report: Report }) {
  const { verdict } = report;
  if (verdict.limitedBy === null && verdict.failure === null) {
    return <Text size="sm">{verdict.capacity === null ? texts.limitUnknown : texts.nothingLimited}</Text>;
  }
  return (
    <Text size="sm" maw={900}>
      {texts.limitedSentence(limitText(report), verdict.limitedByOperation)} {texts.limitHow}
    </Text>
  );
}
