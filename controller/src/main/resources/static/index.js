import { byId, count, dateTime, element } from './text.js';

const every = 5000;

function row(run) {
  const line = element('tr');
  const link = element('a', run.title || run.id);
  link.href = '/runs/' + encodeURIComponent(run.id);
  const first = element('td');
  first.append(link, element('small', run.id));
  const state = element('td', run.stateTitle);
  if (run.reasons.length > 0) state.append(element('small', run.reasons[0]));
  line.append(first, element('td', run.profile), state,
    element('td', run.capacity ? count(run.capacity.sessions, 'session', 'sessions') : '–', 'figure'),
    element('td', dateTime(run.createdAt)));
  return line;
}

function agent(one) {
  const state = !one.connected ? 'not connected' : one.run ? 'works for ' + one.run : 'free';
  return element('li', `${one.id} on ${one.host}: ${state}`);
}

async function show() {
  try {
    const [runs, agents] = await Promise.all(['runs', 'agents'].map(async (what) => {
      const response = await fetch('/api/v1/' + what, { headers: { Accept: 'application/json' } });
      if (!response.ok) throw new Error('status ' + response.status);
      return response.json();
    }));
    byId('runs').hidden = runs.length === 0;
    byId('message').textContent = runs.length === 0 ? 'No run yet. Begin one with: ./deskmeter demo' : '';
    byId('runs').tBodies[0].replaceChildren(...runs.map(row));
    byId('agents').replaceChildren(...(agents.length === 0 ? [element('li', 'None is connected.')] : agents.map(agent)));
  } catch (error) {
    byId('message').textContent = 'The controller does not answer; trying again.';
  }
  setTimeout(show, every);
}

show();
