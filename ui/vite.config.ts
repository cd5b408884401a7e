import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';

// The controller writes a nonce of its own into every page that it serves, in place of this word.
const NONCE = 'DESKMETER-NONCE';

const CONTROLLER = process.env.DESKMETER_CONTROLLER ?? 'http://127.0.0.1:8080';

// The controller answers to its own name only, and to its own pages: here, to those of this server, and to no others.
const passedOn: ProxyOptions = {
  target: CONTROLLER,
  changeOrigin: true,
  configure: proxy => {
    proxy.on('proxyReq', (onward, request) => {
      if (request.headers.origin === `http://${request.headers.host}`) onward.setHeader('origin', CONTROLLER);
    });
  },
};

export default defineConfig({
  plugins: [react()],
  html: { cspNonce: NONCE },
  build: {
    outDir: 'target/classes/static',
    emptyOutDir: true,
    // Nothing is inlined: the policy of the pages allows files of the controller only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rollupOptions: {
      output: {
        manualChunks: (id: string) => {
          // Shared by charts and dialogs: in the chunk of the charts it would have every page load them.
          if (/node_modules\/tslib\//.test(id)) return 'tslib';
          if (/node_modules\/(echarts|zrender)\//.test(id)) return 'echarts';
          if (/node_modules\/(@codemirror|@lezer|codemirror|style-mod|w3c-keyname|crelt)\//.test(id)) return 'editor';
          return undefined;
        },
      },
    },
  },
  // A controller that runs beside it while one works on these pages.
  // The form is made from the schemas of the documents, which are beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': passedOn, '/login': passedOn, '/documentation': passedOn } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // By default one less than there are cores, which is one on a machine with two.
    maxWorkers: 2,
    minWorkers: 1,
    testTimeout: 30_000,
  },
});
