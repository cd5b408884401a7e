import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { nonce } from './app/nonce';

// What drawers and dialogs add so that the page behind them does not scroll asks for its nonce by this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });

// What keeps the page from scrolling behind a drawer adds a style of its own, and looks here for the nonce that allows it.
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root"');
createRoot(root).render(<App />);
