import type { Report } from '../../api/types';
import { agentNames } from '../../format/agentNames';

/** The names of the agents of a run, by id. */
export const namesOf = (report: Pick<Report, 'agents'>): Map<string, string> =>
  agentNames(
    report.agents.map(({ id, host, facts }) => ({
      id,
      host,
      ...(facts['role'] === undefined ? {} : { role: facts['role'] }),
    })),
  );
